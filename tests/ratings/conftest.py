"""What these tests may have: both kinds of stores."""

from tests.server.postgres import cluster as cluster
from tests.server.postgres import database as database
from tests.server.postgres import store as store
