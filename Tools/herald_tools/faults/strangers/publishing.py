"""Pages of other sites, in the name of somebody who is signed in: nothing is published, erased or ended by them."""

import json
import subprocess
import sys
from urllib.parse import quote, urlencode

from herald_tools.faults.strangers.scene import Scene
from herald_tools.faults.strangers.speech import expect_explained
from herald_tools.faults.world import expect
from herald_tools.paths import TOOLS
from herald_tools.patience import PATIENCE
from herald_tools.serve.running import APP

_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_FORCED = {
    "packageName": APP,
    "revision": 7,
    "updates": [
        {
            "id": "stranger",
            "forceUpdate": True,
            "targetVersion": "99.0",
            "targetWebsiteUrl": "https://evil.example/",
            "descriptions": {"*": {"message": "Install this."}},
        }
    ],
}


def forms(tag: str) -> dict[str, tuple[str, dict[str, str]]]:
    """What a form of another page would do: each with its path and its fields."""
    document = json.dumps(_FORCED)
    erased = {"do": "forget", "kind": "before", "name": _END, "again": _END, "reason": "r"}
    erasing = f"/v1/forget?app={APP}&before={quote(_END)}&reason=r"
    return {
        "publish": (
            f"/policies?app={APP}",
            {"do": "publish", "tag": tag, "override": "urgent", "document": document},
        ),
        "forget": (f"/forget?app={APP}", erased),
        "forget by the interface": (erasing, {}),
        "roll back": (f"/v1/policies/{APP}/rollback?to={tag.strip(chr(34))}", {}),
    }


_END = "2027-01-01T00:00:00Z"


def _sites(scene: Scene) -> list[dict[str, str]]:
    """The headers that a browser sends with a form of a page that is not the server's."""
    port = scene.server.port
    origins = [
        None,
        "null",
        "http://127.0.0.1:9",
        f"http://localhost:{port}",
        "http://evil.example",
        f"http://x:{port}",
    ]
    sites = [None, "same-site", "cross-site", "none"]
    found = []
    for origin in origins:
        for site in sites:
            # Whoever types an address, or is no browser, has no page.
            headers = {"Origin": origin} if origin else {}
            headers |= {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate"} if site else {}
            found.append(headers)
    return found


def _cookie(scene: Scene) -> str:
    """The cookie of somebody who has signed in with all roles."""
    own = {"Origin": f"http://127.0.0.1:{scene.server.port}", "Sec-Fetch-Site": "same-origin"}
    body = urlencode({"token": scene.server.token, "to": "/"}).encode()
    answer = scene.server.request("POST", "/sign-in", body, token=None, headers=_FORM | own, kind=None)
    cookie = answer.headers.get("set-cookie", "").split(";")[0]
    expect("=" in cookie, f"nobody can sign in: {answer.status} {answer.body[:200]!r}")
    return cookie


def _publish(scene: Scene) -> str:
    """Puts a policy into force, and returns its tag."""
    body = json.dumps({"packageName": APP, "revision": 1, "updates": []}).encode()
    answer = scene.server.request("PUT", f"/v1/policies/{APP}", body, kind="application/json")
    expect(answer.status == 201, f"a policy is not published: {answer.status} {answer.body[:300]!r}")
    return answer.headers["etag"]


def _expect_untouched(scene: Scene, tag: str, what: str) -> None:
    """The policy is the one that was published, and no event of a phone is gone."""
    policy = scene.server.get(f"/v1/policies/{APP}", token=None)
    expect(policy.status == 200 and policy.headers.get("etag") == tag, f"{what}: another policy is in force")
    heads = scene.server.get("/v1/heads").body.splitlines()
    known = {json.loads(line)["source"] for line in heads}
    gone = [phone.source for phone in scene.phones if phone.source not in known]
    expect(not gone, f"{what}: the events of {gone} are erased")
    count = scene.server.get(f"/v1/installations/{quote(scene.phones[0].source, safe='')}/timeline")
    expect(count.status == 200 and len(count.body.splitlines()) > 0, f"{what}: a timeline is empty: {count.status}")


def plain_forms(scene: Scene) -> None:
    """Forms with the cookie, and with the headers that a browser sends for a page that is not the server's."""
    cookie, tag = _cookie(scene), _publish(scene)
    for headers in scene.dice.sample(_sites(scene), 12):
        for name, (path, fields) in forms(scene.dice.choice([tag, tag, ""])).items():
            sent = _FORM | headers | {"Cookie": cookie}
            answer = scene.stranger().ask("POST", path, headers=sent, body=urlencode(fields).encode())
            what = f"{name} by a page with {headers}"
            expect_explained(answer, what)
            _expect_untouched(scene, tag, what)
            scene.world.count("forms of other sites")
        sent = headers | {"Cookie": cookie, "If-Match": tag, "Herald-Override": "urgent"}
        body = json.dumps(_FORCED).encode()
        scene.stranger().ask("PUT", f"/v1/policies/{APP}", headers=sent, body=body)
        _expect_untouched(scene, tag, f"PUT by a page with {headers}")
    scene.expect_service()


def pages_in_a_browser(scene: Scene) -> None:
    """The same from pages of another port and of another host name, in Chromium, where somebody is signed in."""
    tag = _publish(scene)
    order = {
        "address": f"http://127.0.0.1:{scene.server.port}",
        "token": scene.server.token,
        "host": scene.dice.choice(["127.0.0.1", "localhost"]),
        "referrer": scene.dice.choice(["no-referrer", "origin", "unsafe-url", "same-origin"]),
        "forms": list(forms(tag).values()),
    }
    program = [sys.executable, str(TOOLS / "program.py"), "faults/page"]
    done = subprocess.run(program, input=json.dumps(order).encode(), capture_output=True, timeout=PATIENCE, check=False)
    expect(done.returncode == 0, f"the browser ended with {done.returncode}: {done.stderr.decode()[-600:]}")
    sent = int(done.stdout)
    expect(sent == len(order["forms"]), f"the browser sent {sent} forms")
    what = f"a page of {order['host']} with the referrer policy {order['referrer']}"
    _expect_untouched(scene, tag, what)
    scene.expect_service()
    scene.world.count("forms in a browser", sent)
