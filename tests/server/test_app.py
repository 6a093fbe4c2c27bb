"""The application over a small page made for the test."""

import gzip
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from kungen.server import PageError, create_app

SCRIPT = b"export const cards = 52;\n" * 100
WASM = b"\0asm\1\0\0\0" + bytes(500)
TABLE = b"<!doctype html><title>Kungen</title>" + b"<p>bord</p>" * 50


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    (tmp_path / "index.html").write_bytes(TABLE)
    (tmp_path / "kungen-patiens.html").write_bytes(TABLE + b"sv")
    (tmp_path / "napoleon.html").write_bytes(TABLE + b"da")
    (tmp_path / "freecell.html").write_bytes(TABLE + b"en")
    (tmp_path / "app-0A1B2C3D.js").write_bytes(SCRIPT)
    (tmp_path / "rules-deadbeef00.wasm").write_bytes(WASM)
    (tmp_path / "dot.svg").write_bytes(b"<svg/>")
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "small.png").write_bytes(b"\x89PNG" + bytes(400))
    return TestClient(create_app(tmp_path), follow_redirects=False)


@pytest.mark.parametrize(
    ("address", "ending"),
    [("/", b""), ("/kungen-patiens", b"sv"), ("/napoleon", b"da"), ("/freecell", b"en")],
)
def test_addresses_without_an_ending_answer_with_the_page_itself(
    client: TestClient, address: str, ending: bytes
) -> None:
    answer = client.get(f"{address}?deal=617")
    assert answer.status_code == 200
    assert answer.content == TABLE + ending
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_a_slash_at_the_end_leads_to_the_address_without_it(client: TestClient) -> None:
    answer = client.get("/freecell/?deal=617")
    assert (answer.status_code, answer.headers["location"]) == (308, "../freecell?deal=617")
    assert client.get("/napoleon/").headers["location"] == "../napoleon"
    for address in ("/freecell//", "/no-such/", "//"):
        assert client.get(f"http://testserver{address}").status_code == 404


@pytest.mark.parametrize(
    ("address", "status", "location"),
    [
        ("/games/freecell?deal=617", 308, "../freecell?deal=617"),
        ("/games/no-such", 302, "../no-such"),
        ("/games/no-such/?deal=5", 302, "../../no-such?deal=5"),
        ("/no-such/", 302, "../no-such"),
        ("/a/b/c/d/no-such.html", 302, "../../../../no-such.html"),
        ("/FreeCell?deal=617", 308, "freecell?deal=617"),
        ("/games/FREECELL", 308, "../freecell"),
        ("/a/harpa%20n%3F%23%25", 302, "../harpa%20n%3F%23%25"),
        ("//elsewhere/no-such", 302, "../../no-such"),
        ("//freecell/", 308, "../../freecell"),
    ],
)
def test_from_any_depth_a_redirection_leads_beside_the_pages(
    tmp_path: Path, address: str, status: int, location: str
) -> None:
    for name in ("index", "freecell", "404"):
        (tmp_path / f"{name}.html").write_bytes(TABLE + name.encode())
    client = TestClient(create_app(tmp_path), follow_redirects=False)
    answer = client.get(f"http://testserver{address}")
    assert (answer.status_code, answer.headers["location"]) == (status, location)
    assert answer.headers["x-content-type-options"] == "nosniff"
    there = client.get(answer.url.join(location))
    assert there.status_code == (200 if status == 308 else 404)
    assert there.content == TABLE + (b"freecell" if status == 308 else b"404")


def test_below_a_sub_path_the_redirection_stays_there(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(TABLE)
    (tmp_path / "404.html").write_bytes(TABLE)
    client = TestClient(create_app(tmp_path), root_path="/cards", follow_redirects=False)
    answer = client.get("/cards/games/no-such")
    assert answer.url.join(answer.headers["location"]).path == "/cards/no-such"


def test_the_ending_may_be_written_out(client: TestClient) -> None:
    assert client.get("/napoleon.html").content == TABLE + b"da"
    assert client.get("/index.html").content == TABLE


@pytest.mark.parametrize(
    ("address", "content_type"),
    [
        ("/app-0A1B2C3D.js", "text/javascript; charset=utf-8"),
        ("/rules-deadbeef00.wasm", "application/wasm"),
        ("/dot.svg", "image/svg+xml"),
        ("/icons/small.png", "image/png"),
    ],
)
def test_each_kind_of_file_has_its_type(
    client: TestClient, address: str, content_type: str
) -> None:
    assert client.get(address).headers["content-type"] == content_type


def test_hashed_names_are_kept_for_ever_and_others_are_asked_for_each_time(
    client: TestClient,
) -> None:
    immutable = "public, max-age=31536000, immutable"
    assert client.get("/app-0A1B2C3D.js").headers["cache-control"] == immutable
    assert client.get("/rules-deadbeef00.wasm").headers["cache-control"] == immutable
    assert client.get("/dot.svg").headers["cache-control"] == "no-cache"
    assert client.get("/kungen-patiens").headers["cache-control"] == "no-cache"


def test_gzip_goes_to_those_who_accept_it(client: TestClient) -> None:
    packed = client.get("/app-0A1B2C3D.js", headers={"accept-encoding": "gzip"})
    plain = client.get("/app-0A1B2C3D.js", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(gzip.compress(SCRIPT, 9))
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content == SCRIPT
    assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert packed.headers["etag"] != plain.headers["etag"]


def test_a_file_that_does_not_shrink_is_sent_as_it_is(client: TestClient) -> None:
    answer = client.get("/dot.svg", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.content == b"<svg/>"


def test_a_known_etag_is_answered_without_a_body(client: TestClient) -> None:
    etag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": f'"other", W/{etag}'})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert client.get("/", headers={"if-none-match": '"other"'}).status_code == 200


def test_head_tells_the_length_and_sends_nothing(client: TestClient) -> None:
    answer = client.head("/dot.svg")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == "6"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("address", ["/", "/healthz", "/dot.svg"])
def test_other_methods_are_refused(client: TestClient, method: str, address: str) -> None:
    answer = client.request(method, address)
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


@pytest.mark.parametrize("address", ["/", "/dot.svg", "/healthz", "/no-such", "/%00"])
def test_every_answer_carries_the_security_headers(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "address",
    ["/no-such", "/../secret", "/%2e%2e/secret", "/..%2fsecret", "/icons/", "/%00"],
)
def test_an_address_outside_the_page_is_a_kind_404(
    client: TestClient, tmp_path: Path, address: str
) -> None:
    (tmp_path.parent / "secret").write_text("secret")
    answer = client.get(address)
    assert answer.status_code == 404
    assert '<a href="/">the table</a>' in answer.text
    assert "secret" not in answer.text


def test_where_there_is_no_page_the_built_one_for_that_is_sent_with_status_404(
    tmp_path: Path,
) -> None:
    (tmp_path / "index.html").write_bytes(TABLE)
    (tmp_path / "404.html").write_bytes(TABLE + b"all games")
    client = TestClient(create_app(tmp_path), follow_redirects=False)
    for address in ("/nonsense", "/nonsense.html?deal=5", "/spel%20", "/404", "/404.html"):
        answer = client.get(address)
        assert (answer.status_code, answer.content) == (404, TABLE + b"all games")
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == "no-store"
        assert "etag" not in answer.headers
        assert answer.headers["x-content-type-options"] == "nosniff"
    plain = client.get("/nonsense", headers={"accept-encoding": "identity"})
    assert (plain.status_code, plain.content) == (404, TABLE + b"all games")


@pytest.mark.parametrize("address", ["/app-00000000.js", "/a/b.js", "/a/.env", "/.env", "/a//"])
def test_what_has_no_name_of_a_page_gets_a_page_that_needs_nothing(
    tmp_path: Path, address: str
) -> None:
    (tmp_path / "index.html").write_bytes(TABLE)
    (tmp_path / "404.html").write_bytes(TABLE + b"all games")
    answer = TestClient(create_app(tmp_path)).get(address)
    assert answer.status_code == 404
    assert '<a href="/">the table</a>' in answer.text


def test_under_a_sub_path_the_404_leads_to_the_table_there(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(TABLE)
    client = TestClient(create_app(tmp_path), root_path="/cards")
    assert '<a href="/cards/">' in client.get("/no-such").text


def test_the_health_check_says_ok(client: TestClient) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")
    assert answer.headers["cache-control"] == "no-store"


def test_a_page_that_is_not_built_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PageError, match=r"the page has not been built: .* has no index\.html"):
        create_app(tmp_path)


RELATED = (
    b'<link rel="alternate" hreflang="sv" href="harpan.html">\n'
    b'<link rel="alternate" hreflang="x-default" href="klondike.html">\n'
    b'<link rel="canonical" href="klondike.html">\n'
    b'<link rel="icon" href="dot.svg">\n'
)


@pytest.mark.parametrize(
    ("address", "told"),
    [
        (None, b'\n\n\n<link rel="icon" href="dot.svg">\n'),
        (
            "https://patience.example/cards/",
            RELATED.replace(b'href="h', b'href="https://patience.example/cards/h').replace(
                b'href="k', b'href="https://patience.example/cards/k'
            ),
        ),
    ],
)
def test_search_engines_are_told_full_addresses_or_none(
    tmp_path: Path, address: str | None, told: bytes
) -> None:
    (tmp_path / "index.html").write_bytes(RELATED + TABLE)
    answer = TestClient(create_app(tmp_path, address)).get("/")
    assert answer.content == told + TABLE


@pytest.mark.parametrize("host", ["localhost:8617", "cards.example", "www.cards.example", "[::1]"])
@pytest.mark.parametrize("root", ["", "/cards"])
@pytest.mark.parametrize(
    ("address", "content_type"),
    [
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/kungen.sv.webmanifest", "application/manifest+json"),
        ("/games.html", "text/html; charset=utf-8"),
    ],
)
def test_what_installs_the_page_is_there_under_every_name_of_the_host_and_asked_for_each_time(
    tmp_path: Path, host: str, root: str, address: str, content_type: str
) -> None:
    for name in ("index.html", "sw.js", "kungen.sv.webmanifest", "games.html"):
        (tmp_path / name).write_bytes(TABLE)
    client = TestClient(create_app(tmp_path), root_path=root, follow_redirects=False)
    answer = client.get(root + address, headers={"host": host})
    assert (answer.status_code, answer.content) == (200, TABLE)
    assert answer.headers["content-type"] == content_type
    assert answer.headers["cache-control"] == "no-cache"


def test_a_worker_may_do_no_more_than_the_pages(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "sw.js").write_bytes(SCRIPT)
    headers = TestClient(create_app(tmp_path)).get("/sw.js").headers
    assert headers["content-security-policy"] == client.get("/").headers["content-security-policy"]
    assert "service-worker-allowed" not in headers
