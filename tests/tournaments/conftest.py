"""What these tests may have: both stores."""

from tests.ratings.conftest import cluster as cluster
from tests.ratings.conftest import database as database
from tests.ratings.conftest import store as store
