"""What is said to PostgreSQL, in its own language."""

BEAT = "insert into runs values (%s, %s) on conflict (began) do update set last=excluded.last"
RUNS = "select began, last from runs order by began"
FENCED = """
owned as materialized (
    select owners.id, owners.fence from owners join nodes using (node)
    where owners.id = any(%(names)s::text[]) and until > clock_timestamp() for share of owners),
good as materialized (select place from asked join owned using (id, fence) where exists (select from mine))"""
"""Only who owns a table now writes there; until that is committed nobody else can become its owner."""
UNFENCED = """
good as materialized (select place from asked where exists (select from mine))"""
KEEP = """
with mine as (update writers set last=%(group)s where id=%(writer)s and session=%(session)s returning id),
asked as (
    select id, fence, place from unnest(%(names)s::text[], %(fences)s::bigint[])
    with ordinality as asked (id, fence, place)),
{good},
added as (
    insert into events select id, number, event
    from unnest(%(places)s::bigint[], %(ids)s::text[], %(numbers)s::integer[], %(texts)s::text[])
    as given (place, id, number, event) join good using (place)),
changed as (
    update standings set moved=given.moved, "over"=given.state, deciding=given.deciding, players=given.players
    from unnest(%(last)s::bigint[], %(tables)s::text[], %(moved)s::double precision[], %(states)s::integer[],
    %(deciding)s::integer[], %(players)s::text[]) as given (place, id, moved, state, deciding, players)
    join good using (place) where standings.id=given.id),
seated as (
    insert into sitters select visitor, id, seat
    from unnest(%(seated)s::bigint[], %(visitors)s::text[], %(at)s::text[], %(seats)s::integer[])
    as given (place, visitor, id, seat) join good using (place) on conflict do nothing)
select exists (select from mine), array(select place from good)"""
"""The events of many tables, in one statement, which is one transaction; the places of those that were kept."""
KEEP_ALONE = KEEP.format(good=UNFENCED)
KEEP_SHARED = KEEP.format(good=FENCED)

KEPT = """
select place from unnest(%(names)s::text[], %(firsts)s::integer[], %(events)s::text[])
with ordinality as asked (id, number, event, place) join events using (id, number, event)"""
"""Of events whose fate was not known, the places of those that are there."""
OWNED = """
select 1 from owners join nodes using (node)
where id=%s and fence=%s and until > clock_timestamp() for share of owners"""

CREATE = "insert into tables values (%s, %s)"
STAND = "insert into standings values (%s, %s, %s, %s, %s)"
EVENT = "insert into events values (%s, %s, %s)"
SIT = "insert into sitters values (%s, %s, %s) on conflict do nothing"
SAY = "insert into chat values (%s, %s, %s)"
UNSAY = "delete from chat where id=%s and number=any(%s)"
LINK = "insert into tokens values (%s, %s, %s, %s, %s, %s, %s)"
SPEND = "update tokens set used=1 where token=%s and used=0"
PRUNE = """
delete from tokens where id=%(id)s and visitor=%(visitor)s and kind=%(kind)s and token not in (
select token from tokens where id=%(id)s and visitor=%(visitor)s and kind=%(kind)s
order by used, made desc limit %(most)s)"""
IDLE = """
select asked from unnest(%s::text[]) as asked where not exists (
select from owners join nodes using (node) where owners.id=asked and node<>%s and until > clock_timestamp())"""
KINDS = ("tables", "standings", "events", "sitters", "tokens", "chat")

SETUP = "select setup from tables where id=%s"
EVENTS = "select event from events where id=%s order by number"
MESSAGES = "select event from chat where id=%s order by number"
GAME = "select setup::json ->> 'game' from tables where id=%s"
OWNERS = "select visitor from sitters where id=%s and seat=%s"
LISTED = """
select setup, moved, "over"<>0, bool_or(seat is not distinct from deciding and "over"=0), players
from sitters join tables using (id) join standings using (id)
where visitor=%s {only} group by id, setup, moved, "over", players order by moved desc, id limit %s"""
ONLY = {None: "", False: 'and "over"=0', True: 'and "over"<>0'}
"""Which tables are listed: all of somebody's, those that are running, or those that are over."""
COUNT = 'select count(distinct id) from sitters join standings using (id) where visitor=%s and "over"=0'
STILL = 'select id from standings where "over"=%s and moved<%s order by moved'
TOKEN = "select token, kind, id, seat, visitor, made, used from tokens where token=%s"

LIVES = "select from nodes where node=%s and until > clock_timestamp()"
TAKE = """
insert into owners as held (id, node, fence) select %(table)s, %(node)s, nextval('fences')
where exists (select from nodes where node=%(node)s and until > clock_timestamp())
on conflict (id) do update set node=excluded.node, fence=excluded.fence
where not exists (select from nodes where nodes.node=held.node and until > clock_timestamp())"""
OWNER = """
select owners.id, node, fence, address from owners join nodes using (node)
where owners.id=%s and until > clock_timestamp()"""
VACANT = """
select extract(epoch from until)::double precision, address from owners join nodes using (node)
where owners.id=%s and until <= clock_timestamp()"""
"""Since when a table has no owner, if its owner's time has run out; who left in order has no address any more."""
RENEW = """
update nodes set until=clock_timestamp() + make_interval(secs => %(seconds)s), address=%(address)s
where node=%(node)s and until > clock_timestamp()"""
ANEW = """
insert into nodes values (%(node)s, clock_timestamp() + make_interval(secs => %(seconds)s), %(address)s)
on conflict (node) do update set until=excluded.until, address=excluded.address"""
DEAD = """
with dead as (delete from nodes where until < clock_timestamp() - interval '1 day' returning node)
delete from owners using dead where owners.node=dead.node"""
RELEASE = "delete from owners where node=%s and id=any(%s)"
RELEASE_ALL = "delete from owners where node=%s"
LEAVE = "update nodes set until=least(until, clock_timestamp()), address='' where node=%s and until > clock_timestamp()"
LIVING = "select node, address from nodes where until > clock_timestamp()"
GOES_ON = """"over"=0 and (deciding is null or setup::json -> 'clock' is not null)"""
"""At a table a clock may run, or whoever decides may be a bot."""
ORPHANS = f"""
select owners.id from owners join nodes using (node) join standings using (id) join tables using (id)
where until <= clock_timestamp() and {GOES_ON} order by random() limit %s"""
STILL_ONES = f"""
delete from owners using nodes, standings, tables
where owners.node=nodes.node and standings.id=owners.id and tables.id=owners.id and until <= clock_timestamp()
and not ({GOES_ON})"""
"""Of tables at which nothing goes on by itself nobody need know whose they were."""
MOMENT = "select extract(epoch from clock_timestamp())::double precision"
BELONGING = "select id from owners join nodes using (node) where node=%s and until > clock_timestamp() order by id"
