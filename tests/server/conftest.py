"""What tests of the server may have: a PostgreSQL of their own, and a store of either kind."""

from tests.server.postgres import cluster as cluster
from tests.server.postgres import database as database
from tests.server.postgres import store as store
