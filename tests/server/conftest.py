"""What tests of the server may have: a PostgreSQL of their own."""

from tests.server.postgres import cluster as cluster
from tests.server.postgres import database as database
