"""What the checks of the emulator with official SDKs share; the emulator's address is the first argument."""

import io
import json
import sys
import urllib.request

from PIL import Image

BASE = sys.argv[1]


def photo(kind="JPEG", size=(640, 800), colour=(200, 40, 40)):
    data = io.BytesIO()
    Image.new("RGB", size, colour).save(data, kind)
    return data.getvalue()


def answers(*rules):
    body = json.dumps({"rules": list(rules)}).encode()
    request = urllib.request.Request(f"{BASE}/control/scenario", data=body, method="PUT")
    urllib.request.urlopen(request).close()


def expect(name, holds):
    print(("ok    " if holds else "WRONG ") + name)
    expect.failures += not holds


expect.failures = 0


def end():
    """Ends the check; with 1 if something was wrong."""
    sys.exit(min(expect.failures, 1))
