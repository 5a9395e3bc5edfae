"""What reading an address tells, and which IP addresses are public."""

from __future__ import annotations

import ipaddress

import pytest

from server.fetch import fault_of, mask
from server.fetch.addresses import AnyAddress, PublicOnly, is_loopback, is_public, literal_address

PRIVATE = [
    # the plain ones
    "http://127.0.0.1/",
    "http://127.0.0.1:8787/",
    "http://10.0.0.1/",
    "http://172.16.5.4/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
    "http://0.0.0.0/",
    "http://0/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://240.0.0.1/",
    "http://192.0.2.7/",
    "http://198.51.100.7/",
    "http://203.0.113.7/",
    "http://198.18.0.1/",
    "http://192.0.0.170/",
    "http://192.88.99.1/",
    # decimal, octal, hexadecimal, short and mixed forms
    "http://2130706433/",
    "http://3232235777/",
    "http://017700000001/",
    "http://0x7f000001/",
    "http://0X7F000001/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0177.0.0.1/",
    "http://0177.0.0.0x1/",
    "http://00000177.0.0.1/",
    "http://127.1/",
    "http://127.0.1/",
    "http://10.1/",
    "http://192.168.257/",
    "http://0xa9fea9fe/",
    "http://169.254.43518/",
    "http://0x7f.1/",
    # names
    "http://localhost/",
    "HTTP://LOCALHOST:8787/",
    "http://localhost./",
    "http://app.localhost/",
    "http://127.0.0.1./",
    # tricks with credentials and fragments
    "http://example.com@127.0.0.1/",
    "http://example.com:80@127.0.0.1:80/",
    "http://user:password@localhost/",
    "http://127.0.0.1#@example.com/",
    "http://127.0.0.1?@example.com/",
    # other digits, dots and letters
    "http://１２７.０.０.１/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127。0。0。1/",
    "http://127｡0｡0｡1/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://%31%32%37.0.0.1/",
    "http://127.0.0%2e1/",
    "http://%6c%6f%63%61%6c%68%6f%73%74/",
    # IPv6
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:ffff:c0a8:101]/",
    "http://[::127.0.0.1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b::a00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:c0a8:101::1]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[::1%25lo]/",
    "http://[fc00::1]/",
    "http://[fd12:3456::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[100::1]/",
    "http://[2606:4700::5efe:7f00:1]/",
]

PUBLIC = [
    "https://example.com/a/page?x=1#part",
    "http://8.8.8.8/",
    "http://134744072/",
    "http://[2606:4700:4700::1111]/",
    "http://[64:ff9b::808:808]/",
    "http://[2002:808:808::1]/",
    "http://example.com:8080/",
    "https://user:password@example.com/",
    "https://münchen.example/",
    "https://localhost.example.com/",
    "https://127.0.0.1.nip.io/",  # a name: judged when it is connected to
    "http://intranet/",
]


@pytest.mark.parametrize("url", PRIVATE)
def test_a_private_address_is_known_in_every_spelling(url: str) -> None:
    fault = fault_of(url)

    assert fault is not None
    assert "is not a public address" in fault
    assert "password" not in fault


@pytest.mark.parametrize("url", PRIVATE)
def test_the_owner_can_allow_private_addresses(url: str) -> None:
    assert fault_of(url, allow_private=True) is None
    assert AnyAddress().fault_of_url(url, schemes=("http",)) is None


@pytest.mark.parametrize("url", PUBLIC)
def test_nothing_speaks_against_a_public_address(url: str) -> None:
    assert fault_of(url) is None


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "empty"),
        ("example.com/page", "must start with http:// or https://"),
        ("ftp://example.com/", "must start with http:// or https://"),
        ("file:///etc/passwd", "must start with"),
        ("javascript:alert(1)", "must start with"),
        ("//example.com/", "must start with"),
        ("http://", "names no host"),
        ("http:///path", "names no host"),
        ("http://exa mple.com/", "spaces"),
        (" http://example.com/", "spaces"),
        ("http://example.com/\r\nHost: localhost", "spaces"),
        ("http://example.com\\@127.0.0.1/", "backslashes"),
        ("http://example.com/\x00", "spaces"),
        ("http://[::1", "not a complete web address"),
        ("http://example.com:99999/", "not a complete web address"),
        ("http://1.2.3.4.5/", "neither a name nor a valid IP address"),
        ("http://256.1.1.1/", "neither a name nor a valid IP address"),
        ("http://example.0x/", "neither a name nor a valid IP address"),
        ("http://a..b/", "neither a name nor a valid IP address"),
        ("http://127.0.0.1%00.example.com/", "neither a name nor a valid IP address"),
        ("http://localhost%2f.example.com/", "neither a name nor a valid IP address"),
        ("http://example.com:25/", "port 25"),
        ("http://example.com:6379/", "port 6379"),
        ("http://example.com:0/", "port 0"),
        ("http://" + "a" * 254 + "/", "address"),
        ("https://example.com/" + "a" * 9000, "longer than"),
    ],
)
def test_a_faulty_address_is_explained(url: str, says: str) -> None:
    fault = fault_of(url)

    assert fault is not None
    assert says in fault


def test_https_alone_can_be_asked_for() -> None:
    assert fault_of("https://example.com/", schemes=("https",)) is None
    assert fault_of("http://example.com/", schemes=("https",)) == "the address must start with https://"


def test_an_extension_can_be_asked_for() -> None:
    assert fault_of("https://example.com/talk.MP3?token=1", extensions=(".mp3", ".wav")) is None
    assert fault_of("https://example.com/talk", extensions=(".mp3", ".wav")) == ("the address must end in .mp3 or .wav")


@pytest.mark.parametrize(
    "ip",
    ["127.0.0.1", "10.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "2002:7f00:1::", "64:ff9b::7f00:1", "::7f00:1"],
)
def test_a_private_peer_is_refused_whatever_its_name_was(ip: str) -> None:
    assert PublicOnly().fault_of_peer(ip, 80) is not None


def test_a_public_peer_is_taken_but_not_on_the_port_of_another_service() -> None:
    assert PublicOnly().fault_of_peer("93.184.216.34", 443) is None
    assert PublicOnly().fault_of_peer("93.184.216.34", 22) is not None


def test_every_address_outside_global_unicast_is_private() -> None:
    for first in range(0, 0x10000, 0x100):
        ip = ipaddress.IPv6Address((first << 112) + 1)
        if not 0x2000 <= first < 0x4000:
            assert not is_public(ip), ip


def test_a_name_is_no_literal_address() -> None:
    assert literal_address("example.com") is None
    assert literal_address("127.0.0.1.nip.io") is None
    assert literal_address("0x7f.1") == ipaddress.ip_address("127.0.0.1")
    assert literal_address("[::ffff:7f00:1]") == ipaddress.ip_address("::ffff:7f00:1")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://anna:secret@example.com/x", "https://***@example.com/x"),
        ("https://token@example.com/x", "https://***@example.com/x"),
        ("https://a@b:secret@example.com/x@y", "https://***@example.com/x@y"),
        ("https://example.com/x@y?z=@", "https://example.com/x@y?z=@"),
        ("no address at all", "no address at all"),
    ],
)
def test_credentials_are_masked(url: str, shown: str) -> None:
    assert mask(url) == shown


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://localhost:9000/hook", True),
        ("http://hooks.localhost/", True),
        ("http://127.0.0.1:9000/hook", True),
        ("http://[::1]/hook", True),
        ("http://LOCALHOST./hook", True),
        ("https://example.com/localhost", False),
        ("http://192.168.0.4/", False),
        ("http://localhost.example.com/", False),
        ("http://[::1/", False),
        ("no address", False),
    ],
)
def test_what_leads_to_this_machine(url: str, here: bool) -> None:
    assert is_loopback(url) is here
