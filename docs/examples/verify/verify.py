# Is a webhook genuine? WEBHOOK_SECRET=whsec_… python3 verify.py ID TIMESTAMP SIGNATURES < body
import base64
import hashlib
import hmac
import os
import re
import sys
import time

TOLERANCE_SECONDS = 300


def is_genuine(headers, body: bytes, secret: str) -> bool:
    """`headers` by their lower-case names; `body` as it came, before anything has parsed it."""
    webhook_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    # No time has more digits, and Python cannot compute with any number of them.
    if not (webhook_id and signatures and re.fullmatch("[0-9]{1,12}", timestamp)):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False

    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # Several while a secret is rotated; one that fits is enough.
    return any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" "))


if __name__ == "__main__":
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    headers = dict(zip(names, sys.argv[1:4]))
    genuine = is_genuine(headers, sys.stdin.buffer.read(), os.environ["WEBHOOK_SECRET"])
    print("genuine" if genuine else "refused")
