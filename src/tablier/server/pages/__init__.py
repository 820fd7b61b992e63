"""The pages that people read around the tables, and the pictures on them.

It may import the entrance and the open tables with all that these rest on, but not the interface.
"""

from tablier.core.words import FOLDERS
from tablier.web import TEMPLATES

FOLDERS["pages"] = lambda: TEMPLATES
