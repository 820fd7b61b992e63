// What the server says and what it is told, made by `make declarations`: changes here would be lost.

/** Yes or no. */
export interface AnswerOffer {
  type: "answer";
  offer: "takeback" | "draw" | "hints" | "swap";
  yes: boolean;
}

/** How a vote stands whether a bot takes the seat of somebody who is gone. */
export interface Ballot {
  seat: number;
  yes: number;
  needed: number;
}

/** What a seat could believe about one hidden thing, with the share of each. */
export interface BelievedThing {
  about: string;
  shares: Record<string, number>;
}

/** A move, how likely whoever makes it wins then, and everybody, and what is expected to follow, it included. */
export interface BestLine {
  move: string;
  chance: number;
  /** How likely each seat wins after it, from 0 to 1. */
  chances: number[];
  line: string[];
}

/** What bots think of a position so far. */
export interface BestLines {
  /** How likely each seat wins, from 0 to 1. */
  chances: number[];
  lines: BestLine[];
  simulations: number;
}

/** A saved game that was reviewed, and the move of which is asked what would have been better. */
export interface BetterInText {
  text: string;
  number: number;
}

/** What would have been better at a move: how it would have gone on, as whoever decided knew it. */
export interface BetterLine {
  number: number;
  actor: number;
  /** Something is hidden: this is one of the games that could be. */
  imagined: boolean;
  line: string[];
  marked: string[];
  scene: Picture;
  moves: Happened[];
}

/** A board that is being drawn: the value of an option. */
export interface Board {
  option: string;
  /** The option's value. */
  board: any;
  scene: Picture;
  tools: Tool[];
  /** Lists of parts of the picture. */
  targets: string[][];
  /** What parts are called aloud. */
  names: Record<string, string>;
  /** Why nobody can play on it yet. */
  fault: string | null;
}

/** What games between bots have shown so far of a board. */
export interface BoardBalance {
  games: number;
  seats: SeatShare[];
  draws: number;
  /** Of a game, on average. */
  turns: number;
  shortest: number;
  longest: number;
  /** The same in words. */
  sentences: string[];
  /** From 0 to 1: then it is over. */
  progress: number;
}

/** A die or card: the number of the move, counted from 0, all that was possible, and what was made. */
export interface Chance {
  number: number;
  moves: string[];
  weights: number[];
  made: string;
}

/** A die or card that may come, how it is called, and how likely it is among the others. */
export interface ChanceMove {
  move: string;
  label: string;
  weight: number;
}

/** Something said. */
export interface Chat {
  type: "chat";
  text: string;
}

/** Something that was said just now. */
export interface ChatMessage {
  seat: number | null;
  spectator: number | null;
  name: string;
  text: string;
  /** When: seconds since 1970. */
  at: number;
  type: "chat";
}

/** Somebody who takes a seat. */
export interface Claim {
  name?: string;
}

/** The clocks as of this message, in seconds; lists go by seat. Whoever is told counts down until the next one. */
export interface Clock {
  kind: "fischer" | "delay" | "days";
  /** What each seat has left; null for a bot. */
  left: (number | null)[];
  running: number | null;
  /** For how long the clock that runs does not go down yet. */
  delay?: number;
  /** Seats whose people are not connected. */
  gone?: number[];
  /** Votes that have begun about some of them. */
  votes?: Ballot[];
  /** What each seat has left of its holidays. */
  holidays?: number[];
  /** Seats on holiday, whose clocks stand still. */
  resting?: number[];
}

/** A saved game, to be drawn after so many moves, as seen from a side; if none is given, with all that is known. */
export interface DiagramWish {
  text: string;
  as?: string | null;
  number: number;
}

/** What is published about the dice; lists go by seat. */
export interface Dice {
  commitment: string;
  hashes: (string | null)[];
  salts: (string | null)[];
  given_by: ("player" | "server" | "replaced" | null)[];
  /** Its decimal digits, once the game is over. */
  seed: string | null;
}

/** What dice and cards are drawn from, and what was published of it before the game; lists go by seat. */
export interface DiceRecord {
  /** Its decimal digits, as they stand in the saved game: the key. */
  seed: string;
  commitment: string | null;
  salts: string[];
  hashes: (string | null)[];
  given_by: ("player" | "server" | "replaced")[];
}

/** A position that is being set up. */
export interface Draft {
  position: Record<string, any>;
  seats: number;
  scene: Picture;
  tools: Tool[];
  /** Lists of parts of the picture. */
  targets: string[][];
  /** What parts are called aloud. */
  names: Record<string, string>;
  /** Why it cannot be played yet. */
  fault: string | null;
  status: string;
}

/** A board, and a tool that is used on a target. */
export interface Drawing {
  game: string;
  board?: any;
  tool?: string | null;
  target?: string;
}

/** A draft, and what is to be done with it: first other seats and options, then a tool used on a target. */
export interface Edit {
  game: string;
  seats?: number | null;
  options?: Record<string, any> | null;
  position?: Record<string, any> | null;
  tool?: string | null;
  target?: string;
}

/** Something to be shown of a move besides the change. */
export interface Effect {
  kind: string;
  part: string;
}

/** An entry of the log: a move, or something else that happened after so many. */
export interface Entry {
  number: number;
  who: number | "chance" | null;
  lines: string[];
  /** Parts of the board where it happened. */
  marked: string[];
}

/** What is explored: a saved game or a position, after so many of its moves (all, if none are given) and others. */
export interface Exploration {
  text?: string | null;
  position?: Record<string, any> | null;
  number?: number | null;
  moves?: string[];
}

/** The same, and whether one more die or card is to be drawn there. */
export interface ExploreWish {
  text?: string | null;
  position?: Record<string, any> | null;
  number?: number | null;
  moves?: string[];
  draw?: boolean;
}

/** A position that somebody explores: how it looks, what has led to it, and what can be tried there. */
export interface Explored {
  scene: Picture;
  viewpoint: number | null;
  /** The last move; none at the beginning. */
  happened: Happened | null;
  /** The last move, also one that was drawn. */
  move: string | null;
  to_move: number | "chance" | null;
  status: string;
  asked: string;
  moves: LegalMove[];
  chances: ChanceMove[];
  over: boolean;
}

/** Why something is not done: a code that does not change, a sentence, and when it is worth asking again. */
export interface Fault {
  code: string;
  message: string;
  /** Seconds; also in the header Retry-After. */
  retry_after?: number;
}

/** Secret addresses for programs that look by themselves: whoever has them can read whose turn it is. */
export interface Feeds {
  atom: string;
  calendar: string;
}

/** Somebody with whom one has played. */
export interface Fellow {
  name: string;
  /** Whether they keep that name. */
  kept: boolean;
}

/** A group with which one has played, by the latest table at which one did. */
export interface FellowGroup {
  table: string;
  game: string;
  /** Of the game. */
  name: string;
  people: Fellow[];
  /** Those on the shelf that can be played with so many. */
  games: string[];
}

/** A saved game of which a film is to be made, up to a number of moves and at most so many of them. */
export interface FilmWish {
  text: string;
  as?: string | null;
  number: number;
  most?: number;
  kind?: "webp" | "gif";
}

/** A game that is over, for somebody who played it; ``shared``: on more than one side. */
export interface FinishedGame {
  table: string;
  url: string;
  replay: string;
  game: string;
  /** That of the table; empty if it has none. */
  name: string;
  /** When: seconds since 1970. */
  ended: number;
  fate: "won" | "drawn" | "lost" | "unfinished" | "shared";
  players: string[];
  scores: number[] | null;
  yours: number[];
}

/** The table to which a search has led. */
export interface FoundTable {
  url: string;
}

/** A game on the shelf. */
export interface Game {
  key: string;
  name: string;
  tagline: string;
  author: string;
  /** Numbers of seats that it can be played with. */
  seats: number[];
  /** Whether the seats know different things. */
  hidden: boolean;
  /** False while its rules are being compiled; it can be played meanwhile. */
  ready: boolean;
  minutes: number | null;
  age: number | null;
  year: number | null;
  /** Which of these are not the author's. */
  estimates: string[];
}

/** A whole review. */
export interface GameReview {
  review: 1;
  game: string;
  seats: number;
  /** Of each position. */
  simulations: number;
  called: ReviewNames;
  start: (number | null)[];
  end: (number | null)[];
  ledgers: SeatLedger[];
  /** Numbers of moves. */
  turning_points: number[];
  moves: ReviewedMove[];
}

/** What somebody has made of a game. */
export interface GameStatistics {
  game: string;
  all: Tallied;
  /** Against at least one other person. */
  people: Tallied;
  /** Against bots alone, by the highest level among them. */
  bots: Record<string, Tallied>;
  /** By the number of seats. */
  seats: Record<string, Tallied>;
  /** Games won in a row until now. */
  streak: number;
  longest: number;
}

/** A game with all that can be chosen. */
export interface GameWithOptions {
  key: string;
  name: string;
  tagline: string;
  author: string;
  /** Numbers of seats that it can be played with. */
  seats: number[];
  /** Whether the seats know different things. */
  hidden: boolean;
  /** False while its rules are being compiled; it can be played meanwhile. */
  ready: boolean;
  minutes: number | null;
  age: number | null;
  year: number | null;
  /** Which of these are not the author's. */
  estimates: string[];
  /** What the seats are called. */
  titles: string[];
  options: Option[];
  presets: Preset[];
}

/** A move, as it is told at a table. */
export interface Happened {
  type: "happened";
  number: number;
  who: number | "chance";
  lines: string[];
  changed: Part[];
  gone: string[];
  order: string[] | null;
  effects: Effect[];
  /** Parts of the board where it happened, from there to there. */
  marked: string[];
}

/** How the server is. */
export interface Health {
  status: "ok";
  /** Tables in memory. */
  tables: number;
  /** How this server is called among several; empty if it is alone. */
  node: string;
  /** Tables that are this server's own at the moment. */
  owned: number;
  /** Games that are compiled. */
  ready: string[];
}

/** A wish for the best moves, where so many moves were made. */
export interface Hint {
  type: "hint";
  number: number;
}

/** The best moves that a bot finds with what the seat knows, and the chances of all seats. */
export interface HintMessage {
  type: "hint";
  number: number;
  chances: number[];
  moves: Suggestion[];
}

/** A holiday that begins, or ends. */
export interface Holiday {
  type: "holiday";
  yes: boolean;
}

/** Whether somebody comes. */
export interface InvitationAnswer {
  answer: "come" | "decline";
}

/** A group invited to a new table, by a table at which one sat with them. */
export interface InviteWish {
  game: string;
  clock?: NewClock | null;
  name?: string;
}

/** Somebody who was invited; null: no answer yet. */
export interface InvitedPerson {
  name: string;
  answer: boolean | null;
}

/** The same picture arranged otherwise. */
export interface Layout {
  width: number;
  height: number;
  turn: number;
  areas: [number, number, number, number, number, number, number, 0 | 1][];
}

/** Those with the highest ratings that are not provisional. */
export interface Leaderboard {
  division: string;
  game: string;
  seats: number;
  clock: "none" | "fast" | "slow" | "mail";
  name: string;
  url: string;
  lines: RatingLine[];
}

/** All conditional moves of one's seat, where so many moves were made: rows that begin with a move of others. */
export interface LeaveConditions {
  type: "conditions";
  number: number;
  lines: string[][];
}

/** A move that can be made: what to touch for it, how it is called, and how it would look. */
export interface LegalMove {
  move: string;
  path: string[];
  label: string;
  ghost: Part[];
  /** The question that each step of the path answers. */
  asks: string[];
  /** So many steps, the first ones, may be touched in any order. */
  free?: number;
  /** Steps come by twos, in any order, and the move is confirmed. */
  pairs?: boolean;
  /** A part that may be touched before all else and changes nothing. */
  idle?: string;
}

/** A game taught step by step. */
export interface Lesson {
  game: string;
  name: string;
  steps: LessonStep[];
}

/** A step of a lesson: a position, what is said there, and what is to be done, if anything is. */
export interface LessonStep {
  say: string;
  /** The seat that the learner has there. */
  seat: number | null;
  number: number;
  scene: Picture;
  /** Parts of the board that are pointed out. */
  marked: string[];
  moves: LegalMove[];
  asked: string;
  /** The right moves, each with what is seen to happen after it. */
  answers: Record<string, Happened[]>;
  /** Said after a right move. */
  right: string;
  /** Said after any other one. */
  wrong: string;
  /** Said after certain other ones instead. */
  tries: Record<string, string>;
}

/** The question why a part cannot be touched after others, in a step counted from 0. */
export interface LessonWhy {
  step: number;
  begun: string[];
  part: string;
}

/** The question what bots think of it, with so many of their best lines. */
export interface LinesWish {
  text?: string | null;
  position?: Record<string, any> | null;
  number?: number | null;
  moves?: string[];
  count?: number;
}

/** A link that can be used once. */
export interface Link {
  link: string;
}

/** A puzzle in a list. */
export interface ListedPuzzle {
  game: string;
  /** Of the game. */
  name: string;
  id: string;
  /** What it is about, as a word to ask for. */
  theme: string;
  /** The same in words. */
  called: string;
  /** From 1, which weak bots find, to 5, which strong ones miss. */
  difficulty: number;
  url: string;
}

/** One of one's own tables. */
export interface ListedTable {
  url: string;
  game: string;
  name: string;
  others: string[];
  your_turn: boolean;
  over: boolean;
}

/** The lobby as it is for whoever looks. */
export interface LobbyNow {
  tables: OfferedTable[];
  /** How many others look for somebody to play with. */
  looking: number;
  search: SearchStanding | null;
  found: FoundTable | null;
  /** At how many of one's tables it is one's turn. */
  turns: number;
  mine: ListedTable[];
  invitations: ReceivedInvitation[];
  sent: SentInvitation[];
}

/** A seat of a new table; ``link`` is what to send to somebody else. */
export interface MadeSeat {
  seat: number;
  kind: "me" | "here" | "link" | "bot";
  link: string | null;
}

/** A new table. */
export interface MadeTable {
  table: string;
  url: string;
  seats: MadeSeat[];
}

/** What can be done besides moving; lists are of seats. */
export interface May {
  takeback: boolean;
  /** Why no move can be taken back, if somebody plays who could ask. */
  no_takeback: string;
  draw: boolean;
  resign: boolean;
  rematch: boolean;
  /** Whether hints can be asked for. */
  hint: boolean;
  /** Whether the others can be asked to allow them. */
  hints: boolean;
  hand_over: number[];
  take_seat_back: number[];
  /** Whether conditional moves can be left. */
  conditions?: boolean;
  /** Seats with which one may change places, before the first move. */
  swap?: number[];
  /** Whether the table can be taken out of the lobby. */
  withdraw?: boolean;
}

/** A move, made where so many were made before. */
export interface Move {
  type: "move";
  number: number;
  move: string;
}

/** Somebody to be muted, or to be heard again: a seat or a spectator. */
export interface Mute {
  type: "mute";
  seat?: number | null;
  spectator?: number | null;
  yes: boolean;
}

/** Somebody's games. */
export interface MyGames {
  running: MyTable[];
  finished: FinishedGame[];
  /** With this as `before` there are older ones. */
  before: number | null;
  /** False while games of old are still being counted. */
  counted: boolean;
}

/** Whether whoever asks can be rated, and if not, why. */
export interface MyRating {
  rated: boolean;
  why: string;
  /** Whether games of more than two can be rated here. */
  library: boolean;
}

/** A table in one's list. */
export interface MyTable {
  table: string;
  url: string;
  game: string;
  name: string;
  your_turn: boolean;
  over: boolean;
  players: string[];
  /** When it last moved: seconds since 1970. */
  moved: number;
}

/** A clock: ``fischer`` adds seconds to the minutes after each turn, ``delay`` does not count them; or days. */
export interface NewClock {
  kind: "fischer" | "delay" | "days";
  minutes?: number | null;
  seconds?: number | null;
  days?: number | null;
  holidays?: number | null;
  leavers?: "vote" | "bot";
}

/** A seat of a new table. */
export interface NewSeat {
  kind: "me" | "here" | "link" | "bot";
  level?: number | null;
  name?: string;
}

/** A browser that wishes to be told: where its notices go, and the keys that it has made for them. */
export interface NewSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** A new table; where it begins at a position, game, seats and options may be left out. */
export interface NewTable {
  game?: string;
  seats?: NewSeat[];
  options?: Record<string, any>;
  order?: "given" | "random";
  name?: string;
  clock?: NewClock | null;
  from?: Start | null;
  /** Whether strangers may sit down: it is shown in the lobby. */
  open?: boolean;
  /** Whether the game shall count for ratings. */
  rated?: boolean;
}

/** A new tournament; it begins ``at`` a moment, or when ``most`` have joined; ``bots``: their level, 0 for none. */
export interface NewTournament {
  name: string;
  game: string;
  options?: Record<string, any>;
  seats?: number;
  clock: NewClock;
  kind: "robin" | "swiss" | "league";
  rounds?: number;
  most?: number;
  at?: number | null;
  listed?: boolean;
  rated?: boolean;
  bots?: number;
}

/** How somebody is told who does not look. */
export interface NoticeStanding {
  /** The server’s public key; null if it cannot push. */
  push: string | null;
  /** How many are sent notices. */
  browsers: number;
  feeds: Feeds | null;
}

/** How things stand now. */
export interface NowMessage {
  number: number;
  to_move: number | "chance" | null;
  /** Seats that have to come before the game begins. */
  waiting: number[];
  /** All that can be done; none if somebody else decides. */
  moves: LegalMove[];
  /** What is asked of whoever decides; empty for all others. */
  asked: string;
  status: string;
  seats: Seat[];
  may: May;
  offers: Offer[];
  outcome: Outcome | null;
  /** Who should come to the screen that several share. */
  curtain: number | null;
  rematch: string | null;
  talk: Talk;
  dice: Dice | null;
  /** At a table with one. */
  clock?: Clock | null;
  /** One's own conditional moves, told to nobody else. */
  conditions?: string[][];
  type: "now";
}

/** Something about a seat. */
export interface OfSeat {
  type: "resign" | "ready" | "hand_over" | "take_seat_back" | "lost";
  seat: number;
}

/** What a seat has asked the others for. */
export interface Offer {
  kind: "takeback" | "draw" | "hints" | "swap";
  by: number;
  /** With which seat it would change places. */
  other?: number | null;
}

/** A seat of an open table: who sits there, or that it is free. */
export interface OfferedSeat {
  kind: "person" | "bot" | "free";
  name: string;
  title: string;
}

/** A table at which strangers may sit down. */
export interface OfferedTable {
  table: string;
  url: string;
  game: string;
  name: string;
  /** The options that are not as usual, in words. */
  variant: string[];
  /** In words; empty without one. */
  clock: string;
  seats: OfferedSeat[];
  free: number;
  rated: boolean;
  /** How much whoever set the table has played this game here. */
  level: string;
  /** Whether you already sit there. */
  yours: boolean;
  /** Whether you can take it out of the lobby. */
  withdraw: boolean;
}

/** A browser that does not wish to be told any more. */
export interface OldSubscription {
  endpoint: string;
}

/** Whether spectators may speak. */
export interface OpenChat {
  type: "open_chat";
  yes: boolean;
}

/** An option of a game; the first value is the usual one. With ``most``, any whole number from 0 to it. */
export interface Option {
  name: string;
  sentence: string;
  default: any;
  values: OptionValue[];
  most: number | null;
  /** Whether it also takes values of one's own, such as a map. */
  own: boolean;
}

/** A value of an option. */
export interface OptionValue {
  value: any;
  name: string;
}

/** A move that might have been made. */
export interface OtherMove {
  move: string;
  chance: number;
}

/** How a game ended; scores go by seat. */
export interface Outcome {
  scores: number[];
  reason: string;
  sentence: string;
}

/** One thing in a picture; what is left out is empty, 0, nobody's, or 1 for ``scale``. */
export interface Part {
  id: string;
  symbol?: string;
  x?: number;
  y?: number;
  /** How far below its place, however the board is turned. */
  down?: number;
  turn?: number;
  scale?: number;
  style?: string;
  text?: string;
  label?: string;
  /** The seat whose colour it has. */
  seat?: number | null;
}

/** The rating of somebody in a division. */
export interface PersonRating {
  division: string;
  game: string;
  seats: number;
  clock: "none" | "fast" | "slow" | "mail";
  name: string;
  url: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
}

/** All ratings of somebody. */
export interface PersonRatings {
  person: string;
  name: string;
  ratings: PersonRating[];
}

/** A picture: parts in drawing order, those that never change first. */
export interface Picture {
  width: number;
  height: number;
  label: string;
  layouts: Layout[];
  still: Part[];
  parts: Part[];
}

/** A wish without more to say. */
export interface Plain {
  type: "takeback" | "draw" | "hints";
}

/** Who sat where. */
export interface Player {
  seat: number;
  name: string;
  title: string;
}

/** A way to play that the box recommends. */
export interface Preset {
  key: string;
  name: string;
  seats: number;
  options: Record<string, any>;
}

/** What a puzzle is about, and a part of the picture to look at. */
export interface PuzzleHint {
  text: string;
  marked: string[];
}

/** How far somebody is: the right moves that they have made. */
export interface PuzzlePlace {
  made: string[];
}

/** What came of a move, or of asking for the solution. */
export interface PuzzleStanding {
  verdict: "wrong" | "more" | "solved";
  text: string;
  /** The right moves so far. */
  made: string[];
  happened: Happened[];
  moves: LegalMove[];
  asked: string;
  /** Why the answer is right; nothing before it is solved. */
  explained: string[];
}

/** A position, and what is to be found in it. */
export interface PuzzleToSolve {
  game: string;
  name: string;
  id: string;
  url: string;
  goal: string;
  /** How many moves are to be found. */
  length: string;
  /** From 1, which weak bots find, to 5, which strong ones miss. */
  difficulty: number;
  seat: number;
  number: number;
  scene: Picture;
  moves: LegalMove[];
  asked: string;
}

/** A legal move that somebody makes then. */
export interface PuzzleTry {
  made: string[];
  move: string;
}

/** The question why a part cannot be touched then, after others. */
export interface PuzzleWhy {
  made: string[];
  begun: string[];
  part: string;
}

/** Games whose ratings can be compared: of one game, with so many seats, by a class of clocks. */
export interface RatedDivision {
  division: string;
  game: string;
  seats: number;
  clock: "none" | "fast" | "slow" | "mail";
  name: string;
  url: string;
}

/** How strong somebody is thought to be; provisional as long as that is not sure enough to be compared. */
export interface Rating {
  rating: number;
  deviation: number;
  provisional: boolean;
}

/** Somebody among those with the highest ratings. */
export interface RatingLine {
  rating: number;
  deviation: number;
  provisional: boolean;
  place: number;
  person: string;
  name: string;
  games: number;
  url: string;
}

/** Why something cannot be touched. */
export interface Reason {
  text: string;
}

/** An invitation that waits for an answer. */
export interface ReceivedInvitation {
  token: string;
  game: string;
  /** Of the game. */
  name: string;
  by: string;
  /** Who else is invited. */
  others: string[];
  /** Seconds since 1970. */
  sent: number;
}

/** A refusal. */
export interface Refusal {
  error: Fault;
}

/** Why something is not done. */
export interface RefusedMessage {
  code: string;
  message: string;
  /** Seconds; also in the header Retry-After. */
  retry_after?: number;
  type: "refused";
}

/** Another name. */
export interface Rename {
  type: "name";
  name: string;
}

/** A saved game, to be looked at from a side. */
export interface ReplayText {
  text: string;
  as?: string | null;
}

/** A game from its beginning, told from one side. ``scene`` is the picture before the first move. */
export interface ReplayedGame {
  source: "table" | "text";
  table: string | null;
  url: string | null;
  game: string;
  name: string;
  seats: Player[];
  views: View[];
  as: string | null;
  number: number;
  scene: Picture | null;
  moves: Happened[];
  /** The moves in the notation of the game. */
  written: string[];
  /** What is known about the game, in words. */
  heads: Record<string, string>;
  /** With a clock: the seconds that each seat had left before the first move and after each. */
  clocks?: ((number | null)[])[];
  result: string | null;
  /** Why it cannot be shown to its end. */
  fault: string | null;
  /** Of unknown headers, those that may be known ones misspelt. */
  doubts?: string[];
}

/** That a report is kept. */
export interface ReportKept {
  status: "kept";
}

/** What kinds of mistakes and parts of ledgers are called. */
export interface ReviewNames {
  kinds: Record<string, string>;
  parts: Record<string, string>;
}

/** How a review stands: none, being worked out, or kept. */
export interface ReviewStanding {
  state: "none" | "running" | "kept";
  /** By which the review of a saved game is asked for again. */
  key: string | null;
  /** Positions that were looked at. */
  looked: number;
  /** Of how many; 0 until that is known. */
  positions: number;
  /** Whether you are among those who have asked. */
  asked: boolean;
  /** Your seats. */
  yours: number[];
  /** Why the last attempt came to nothing. */
  fault: string | null;
  review: GameReview | null;
}

/** What a move did to everybody's chances; ``luck`` and ``skill`` are what made the difference, by seat. */
export interface ReviewedMove {
  number: number;
  actor: number | "chance";
  move: string;
  before: (number | null)[];
  after: (number | null)[];
  luck: number[];
  skill: number[];
  loss: number;
  kind: "slip" | "mistake" | "blunder" | "missed" | null;
  better: string | null;
  /** The better move and what was to follow. */
  line: string[];
  alternatives: OtherMove[];
  reason: string | null;
  /** What there is to say of a mistake or a turning point. */
  told: string | null;
  /** Parts of the picture before it that the better move is about. */
  marked: string[];
  /** By seat, before the move. */
  beliefs: Record<string, BelievedThing[]>;
}

/** Something that was said, by a seat or by a spectator. */
export interface Said {
  seat: number | null;
  spectator: number | null;
  name: string;
  text: string;
  /** When: seconds since 1970. */
  at: number;
}

/** A seat's part in the dice. */
export interface Salt {
  type: "salt";
  seat: number;
  salt: string;
}

/** The hash of a seat's part in the dice. */
export interface Seal {
  type: "seal";
  seat: number;
  hash: string;
}

/** What somebody looks for, and how that stands. */
export interface SearchStanding {
  state: "waiting" | "found" | "late";
  games: string[];
  /** How many may play; none means any number. */
  seats: number[];
  clocks: ("none" | "quick" | "calm" | "days")[];
  rated: boolean;
  /** Seconds since 1970. */
  since: number;
  /** Seconds since 1970. */
  until: number;
}

/** Whom somebody looks for: lists say what would all be fine, the best first; no seats mean any number. */
export interface SearchWish {
  games: string[];
  seats?: number[];
  clocks: ("none" | "quick" | "calm" | "days")[];
  minutes?: number;
  rated?: boolean;
  name?: string;
}

/** A seat and who is on it; ``link`` is there for whoever made the table, as long as the seat is free. */
export interface Seat {
  seat: number;
  name: string;
  title: string;
  kind: "me" | "here" | "link" | "bot";
  level: number | null;
  yours: boolean;
  online: boolean;
  thinking: boolean;
  /** Whether a bot plays for whoever sat there. */
  handed: boolean;
  resigned: boolean;
  /** Whether its time was over. */
  flagged?: boolean;
  link?: string;
}

/** What came together for a seat: ``start`` and all parts add up to ``end``. */
export interface SeatLedger {
  seat: number;
  start: number;
  end: number;
  luck: number;
  /** What its own decisions did; mostly a loss. */
  own: number;
  others: number;
  /** What the table did when it ended the game. */
  settled: number;
  accuracy: number | null;
  judged: Record<string, number>;
  /** Luck and skill in a sentence. */
  told: string;
}

/** The rating at a seat; ``change``: what the game did to it, once it is counted. */
export interface SeatRating {
  rating: number;
  deviation: number;
  provisional: boolean;
  seat: number;
  url: string;
  change?: number | null;
}

/** What a seat has won of all games, and between which shares the truth lies in 95 of 100 cases. */
export interface SeatShare {
  title: string;
  share: number;
  low: number;
  high: number;
}

/** An invitation of one's own. */
export interface SentInvitation {
  url: string;
  game: string;
  /** Of the game. */
  name: string;
  people: InvitedPerson[];
}

/** Whom somebody has muted. */
export interface Silence {
  seats: number[];
  spectators: number[];
}

/** Somebody who sits down at an open table. */
export interface SitDown {
  name?: string;
}

/** How things stand for whoever looks. */
export interface Standing {
  number: number;
  to_move: number | "chance" | null;
  /** Seats that have to come before the game begins. */
  waiting: number[];
  /** All that can be done; none if somebody else decides. */
  moves: LegalMove[];
  /** What is asked of whoever decides; empty for all others. */
  asked: string;
  status: string;
  seats: Seat[];
  may: May;
  offers: Offer[];
  outcome: Outcome | null;
  /** Who should come to the screen that several share. */
  curtain: number | null;
  rematch: string | null;
  talk: Talk;
  dice: Dice | null;
  /** At a table with one. */
  clock?: Clock | null;
  /** One's own conditional moves, told to nobody else. */
  conditions?: string[][];
}

/** Where a new table begins: a position, or a saved game after so many moves (all of them, if none are given). */
export interface Start {
  position?: Record<string, any> | null;
  text?: string | null;
  number?: number | null;
}

/** A move, and the chance to win with it. */
export interface Suggestion {
  move: string;
  chance: number;
}

/** The question how the table would stand after some moves more, where so many were made. */
export interface Suppose {
  type: "suppose";
  number: number;
  moves: string[];
}

/** How a table would stand after moves that nobody has made: what conditional moves are made of. */
export interface SupposedMessage {
  type: "supposed";
  number: number;
  supposed: string[];
  to_move: number | null;
  scene: Picture;
  moves: LegalMove[];
  /** The supposed moves, in words. */
  rows: string[];
  status: string;
}

/** A wish to change places with another seat, before the first move. */
export interface Swap {
  type: "swap";
  seat: number;
}

/** A table as it stands. */
export interface TableMessage {
  type: "table";
  table: string;
  game: string;
  name: string;
  seats: Seat[];
  yours: number[];
  viewpoint: number | null;
  number: number;
  scene: Picture;
  log: Entry[];
  /** The options that are not as usual, in words. */
  variant: string[];
  /** Whether dice or cards decide anything. */
  dice: boolean;
  chat: Said[];
  intro: string[];
  now: Standing;
}

/** What a table means for ratings. */
export interface TableRatings {
  rated: boolean;
  /** Why it does not count although it should; empty if it does. */
  why: string;
  /** Of those who keep a name. */
  seats: SeatRating[];
  tournament: TournamentLink | null;
}

/** All that is kept of somebody: documents by kind, and tables with what they said there and the saved game. */
export interface TakenAlong {
  you: string;
  kept: Record<string, any[]>;
  tables: Record<string, any>[];
}

/** Whether spectators may speak, and whom one does not hear. */
export interface Talk {
  open: boolean;
  muted: Silence;
}

/** Games won, drawn and lost. */
export interface Tallied {
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

/** A saved game. */
export interface Text {
  text: string;
}

/** Something with which a position is set up; ``targets`` is the number of the list of what it can be used on. */
export interface Tool {
  key: string;
  label: string;
  symbol: string;
  style: string;
  turn: number;
  group: "pieces" | "marks" | "turn" | "counts";
  seat: number | null;
  /** It is used by choosing it, on nothing. */
  at_once: boolean;
  /** Whether the position is so already. */
  chosen: boolean | null;
  targets: number;
}

/** Somebody who takes part, by number. */
export interface TournamentEntrant {
  number: number;
  name: string;
  active: boolean;
  expelled: boolean;
}

/** A game of a round; its lists go by seat. */
export interface TournamentGame {
  url: string | null;
  /** By number; null for a bot. */
  entrants: (number | null)[];
  /** Null while it is played. */
  points: number[] | null;
  how: "" | "bye" | "forfeit" | "nobody" | "void";
}

/** The tournament to which a table belongs. */
export interface TournamentLink {
  name: string;
  url: string;
}

/** A line of the standings; ``breaks`` as they are named. */
export interface TournamentPlace {
  place: number;
  entrant: number;
  points: number;
  breaks: number[];
  wins: number;
  draws: number;
  losses: number;
}

/** A tournament in a list. */
export interface TournamentSummary {
  tournament: string;
  url: string;
  name: string;
  game: string;
  kind: "robin" | "swiss" | "league";
  seats: number;
  state: "open" | "running" | "over" | "cancelled";
  /** That take part. */
  people: number;
  /** That can take part. */
  most: number;
  /** Rounds that have begun. */
  round: number;
  /** Rounds that there will be, with these entrants. */
  rounds: number;
  /** When it begins: seconds since 1970; null: once it is full. */
  at: number | null;
  rated: boolean;
  listed: boolean;
}

/** A tournament with all that has happened. */
export interface TournamentTold {
  tournament: string;
  url: string;
  name: string;
  game: string;
  kind: "robin" | "swiss" | "league";
  seats: number;
  state: "open" | "running" | "over" | "cancelled";
  /** That take part. */
  people: number;
  /** That can take part. */
  most: number;
  /** Rounds that have begun. */
  round: number;
  /** Rounds that there will be, with these entrants. */
  rounds: number;
  /** When it begins: seconds since 1970; null: once it is full. */
  at: number | null;
  rated: boolean;
  listed: boolean;
  entrants: TournamentEntrant[];
  played: TournamentGame[][];
  standings: TournamentPlace[];
  breaks: ("buchholz" | "berger" | "wins" | "strength")[];
  /** The number of whoever asks. */
  you: number | null;
  /** Whether whoever asks has made it. */
  organiser: boolean;
}

/** A saved game as text. */
export interface TreeText {
  text: string;
}

/** A tree of moves that were tried, to be written as a saved game. */
export interface TreeWish {
  text?: string | null;
  position?: Record<string, any> | null;
  number?: number | null;
  moves?: string[];
  comment?: string;
  plies: TriedMove[];
}

/** A board, with other options, on which bots shall play. */
export interface TrialWish {
  game: string;
  seats?: number | null;
  options?: Record<string, any>;
}

/** A move of a tree: after which other one it stands (0 is the beginning, 1 the first of them), and a comment. */
export interface TriedMove {
  before: number;
  move: string;
  comment?: string;
}

/** A saved game with its variations; the moves come in the order of the branches, the main one first. */
export interface TriedTree {
  game: string;
  name: string;
  seats: string[];
  /** What is said of the whole game. */
  comment: string;
  plies: TriedMove[];
  /** After which move people gave up: what follows is aside. */
  end: number | null;
  /** The game as it was played. */
  moves: string[];
  hidden: boolean;
}

/** Where to go. */
export interface Url {
  url: string;
}

/** Whether the dice and cards are those that were drawn; null: there is nothing to check, or it cannot be known. */
export interface Verdict {
  right: boolean | null;
  /** A name for the finding that does not change when its sentence does. */
  key: string;
  sentence: string;
  draws: number;
  /** The move that differs, counted from 1. */
  number: number | null;
  found: string | null;
  due: string | null;
  /** Null as long as the seed is secret. */
  record: DiceRecord | null;
  chances: Chance[];
}

/** A side from which a game may be looked at. */
export interface View {
  as: string;
  label: string;
}

/** The question why a part cannot be touched after others, where so many moves were made. */
export interface Why {
  type: "why";
  number: number;
  begun: string[];
  part: string;
}

/** Why something could not be touched: the parts touched before it, and the part itself. */
export interface WhyMessage {
  type: "why";
  number: number;
  begun: string[];
  part: string;
  text: string;
}

/** The question why a part cannot be touched there after others. */
export interface WhyWish {
  text?: string | null;
  position?: Record<string, any> | null;
  number?: number | null;
  moves?: string[];
  begun: string[];
  part: string;
}

/** A table taken out of the lobby again. */
export interface Withdraw {
  type: "withdraw";
}

/** Who asks, as far as anything is kept of them. */
export interface You {
  /** The name that they keep, if they do. */
  name: string | null;
  /** Games that are not over. */
  running: number;
  /** Those that wait for them. */
  your_turn: number;
}

export type Told = HintMessage | TableMessage | Happened | NowMessage | ChatMessage | WhyMessage | SupposedMessage | RefusedMessage;

export type Command = Move | Chat | Plain | AnswerOffer | OfSeat | Rename | Seal | Salt | Mute | OpenChat | Why | Hint | Holiday | LeaveConditions | Suppose | Swap | Withdraw;
