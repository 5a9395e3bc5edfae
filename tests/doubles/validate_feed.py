#!/usr/bin/env python3
# ruff: noqa
# fmt: off
"""Rule-by-rule acceptance check of a published podcast feed (RSS 2.0 + itunes + podcast 2.0 + atom).

  validate_feed.py FEED.xml [--feed-url https://public/feed]          static rules only
  validate_feed.py http://127.0.0.1:8080/podcast/rss/ID [options]     static + HTTP + enclosure + artwork rules

Levels: MUST (a failure makes exit status 1), SHOULD (reported, exit 0 unless --strict), INFO.
Needs: lxml; Pillow for artwork. Optional: --feedvalidator DIR (a checkout of w3c/feedvalidator, needs
html5lib, rdflib), --xsd FILE (podcast-namespace docs/schema/podcast.xsd).
Only loopback hosts are contacted; --map PUBLIC=LOCAL rewrites public URLs to a loopback base.
Exit: 0 ok, 1 a MUST failed, 2 target could not be read or is not XML.
"""
import argparse, datetime as dt, email.utils, gzip, http.client, io, json, re, sys, uuid, warnings
from collections import Counter, defaultdict
from urllib.parse import urlsplit, urlunsplit
from lxml import etree

IT = "http://www.itunes.com/dtds/podcast-1.0.dtd"
PC = "https://podcastindex.org/namespace/1.0"
AT = "http://www.w3.org/2005/Atom"
CO = "http://purl.org/rss/1.0/modules/content/"
FH = "http://purl.org/syndication/history/1.0"
NS = {"i": IT, "p": PC, "a": AT, "c": CO, "fh": FH}
GUID_NS = uuid.UUID("ead4c236-bf58-58c6-a2c6-a6b28d128cb6")
APPLE = {
 "Arts": "Books|Design|Fashion & Beauty|Food|Performing Arts|Visual Arts",
 "Business": "Careers|Entrepreneurship|Investing|Management|Marketing|Non-Profit",
 "Comedy": "Comedy Interviews|Improv|Stand-Up",
 "Education": "Courses|How To|Language Learning|Self-Improvement",
 "Fiction": "Comedy Fiction|Drama|Science Fiction",
 "Government": "", "History": "",
 "Health & Fitness": "Alternative Health|Fitness|Medicine|Mental Health|Nutrition|Sexuality",
 "Kids & Family": "Education for Kids|Parenting|Pets & Animals|Stories for Kids",
 "Leisure": "Animation & Manga|Automotive|Aviation|Crafts|Games|Hobbies|Home & Garden|Video Games",
 "Music": "Music Commentary|Music History|Music Interviews",
 "News": "Business News|Daily News|Entertainment News|News Commentary|Politics|Sports News|Tech News",
 "Religion & Spirituality": "Buddhism|Christianity|Hinduism|Islam|Judaism|Religion|Spirituality",
 "Science": "Astronomy|Chemistry|Earth Sciences|Life Sciences|Mathematics|Natural Sciences|Nature|Physics|Social Sciences",
 "Society & Culture": "Documentary|Personal Journals|Philosophy|Places & Travel|Relationships",
 "Sports": "Baseball|Basketball|Cricket|Fantasy Sports|Football|Golf|Hockey|Rugby|Running|Soccer|Swimming|Tennis|Volleyball|Wilderness|Wrestling",
 "Technology": "", "True Crime": "",
 "TV & Film": "After Shows|Film History|Film Interviews|Film Reviews|TV Reviews"}
APPLE = {k: set(filter(None, v.split("|"))) for k, v in APPLE.items()}
ISO2 = set("aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu".split())
EXT = {"mp3": {"audio/mpeg"}, "m4a": {"audio/x-m4a", "audio/mp4", "audio/m4a"}, "mp4": {"video/mp4", "audio/mp4"},
       "m4v": {"video/x-m4v", "video/m4v", "video/mp4"}, "mov": {"video/quicktime"}, "pdf": {"application/pdf"}}
TRANSCRIPT = {"text/plain", "text/html", "text/vtt", "application/json", "application/x-subrip", "application/srt"}
MEDIUM = {"podcast", "music", "video", "film", "audiobook", "newsletter", "blog", "publisher", "course"}
MEDIUM |= {m + "L" for m in MEDIUM} | {"mixed"}
PCTAGS = set("alternateEnclosure block chapters chat contentLink episode funding guid image images integrity license liveItem location locked medium person podping podroll publisher remoteItem season socialInteract soundbite source trailer transcript txt updateFrequency value valueRecipient valueTimeSplit".split())
RSSCH = set("title link description language copyright managingEditor webMaster pubDate lastBuildDate category generator docs cloud ttl image rating textInput skipHours skipDays item".split())
RSSIT = set("title link description author category comments enclosure guid pubDate source".split())
OKHTML = set("p ol ul li a b i strong em br".split())
EMAIL = re.compile(r"^[^@\s<>()]+@[^@\s<>()]+\.[A-Za-z0-9-]{2,}$")
DAYS = "Mon Tue Wed Thu Fri Sat Sun".split()
RFC2822 = re.compile(r"^(?:(Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? ([+-]\d{4}|GMT|UT|EST|EDT|CST|CDT|MST|MDT|PST|PDT)$")


class Report:
    def __init__(self):
        self.rows = {}

    def add(self, rid, level, text, ok, detail=""):
        """ok: True pass, False fail, None not applicable. Several calls for one id collapse to the worst."""
        r = self.rows.setdefault(rid, dict(id=rid, level=level, text=text, n=0, bad=0, details=[]))
        if ok is None:
            return
        r["n"] += 1
        if not ok:
            r["bad"] += 1
            if len(r["details"]) < 5:
                r["details"].append(str(detail)[:200])

    def status(self, r):
        return "n/a" if r["n"] == 0 else ("FAIL" if r["bad"] else "pass")

    def show(self, as_json=False, quiet=False):
        rows = sorted(self.rows.values(), key=lambda r: r["id"])
        c = Counter((r["level"], self.status(r)) for r in rows)
        if as_json:
            print(json.dumps([dict(r, status=self.status(r)) for r in rows], indent=1, ensure_ascii=False))
        else:
            for r in rows:
                s = self.status(r)
                if quiet and s != "FAIL":
                    continue
                cnt = f" [{r['bad']}/{r['n']}]" if r["n"] > 1 else ""
                print(f"{s:4} {r['level']:6} {r['id']:5} {r['text']}{cnt}")
                for d in r["details"]:
                    print(f"              - {d}")
            print("summary:", ", ".join(f"{l} {s} {n}" for (l, s), n in sorted(c.items())))
        return c


def absurl(u, https=False):
    if not u or u != u.strip() or re.search(r'[\s<>"{}|\\^`]', u):
        return False
    try:
        p = urlsplit(u)
        p.port
    except ValueError:
        return False
    return p.scheme in (("https",) if https else ("http", "https")) and bool(p.hostname)


def loop(u):
    return urlsplit(u).hostname in ("127.0.0.1", "localhost", "::1")


def rfc2822(s):
    m = RFC2822.match(s or "")
    if not m:
        return None, f"not RFC 2822: {s!r}"
    try:
        d = email.utils.parsedate_to_datetime(s)
    except Exception as e:
        return None, f"{s!r}: {e}"
    if d.tzinfo is None:
        d = d.replace(tzinfo=dt.timezone.utc)
    if m[1] and DAYS[d.weekday()] != m[1]:
        return d, f"weekday does not match the date: {s!r}"
    return d, ""


def seed_guid(url):
    u = re.sub(r"^[a-zA-Z][a-zA-Z0-9+.-]*://", "", url.strip()).rstrip("/")
    return str(uuid.uuid5(GUID_NS, u))


def T(e):
    return "".join(e.itertext()) if e is not None else None


# ------------------------------------------------------------------ static rules
def static(data, R, o, url=None):
    A = R.add
    A("X01", "MUST", "document starts with the XML declaration or <rss (nothing before it)", bool(re.match(rb"(\xef\xbb\xbf)?<(\?xml|rss)", data)), data[:30])
    A("X01b", "SHOULD", "no byte-order mark", not data.startswith(b"\xef\xbb\xbf"))
    A("X03", "MUST", "encoding is UTF-8 (declared or default) and the bytes decode strictly", *utf8(data))
    A("X04", "MUST", "no DOCTYPE or entity declarations", not re.search(rb"<!(DOCTYPE|ENTITY)", data[:4096]))
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, load_dtd=False))
    except etree.XMLSyntaxError as e:
        A("X02", "MUST", "XML is well-formed and namespace-well-formed", False, e)
        return None
    A("X02", "MUST", "XML is well-formed and namespace-well-formed", True)
    txt = data.decode("utf-8", "replace")
    A("X05", "MUST", "no U+FFFD or forbidden control characters in the text", not re.search("[\ufffd\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", txt))
    A("X05b", "SHOULD", "no mojibake (UTF-8 read as Latin-1/1252)", not re.search("Ã[\x80-¿]|â€[™œ\x9d“”]|Â[\xa0-¿]", txt))
    A("X08", "MUST", "root is <rss version=\"2.0\"> with exactly one <channel>", root.tag == "rss" and root.get("version") == "2.0" and len(root.findall("channel")) == 1, f"{root.tag} {root.get('version')}")
    ch = root.find("channel")
    if ch is None:
        return None
    uris = set()
    for e in root.iter():
        uris |= set(e.nsmap.values())
    for rid, uri, name, lvl in (("X09a", IT, "itunes", "MUST"), ("X09b", PC, "podcast", "MUST"), ("X09c", AT, "atom", "MUST")):
        near = [u for u in uris if u and u != uri and u.lower().rstrip("/") == uri.lower()]
        A(rid, lvl, f"{name} namespace is declared with the exact, case-sensitive URI", uri in uris and not near, near or "not declared")
    A("X09d", "MUST", "content namespace declared exactly if content:encoded is used", None if b":encoded" not in data else CO in uris)

    items = ch.findall("item")
    kids = [k for k in ch if isinstance(k.tag, str)]
    first = next((n for n, k in enumerate(kids) if k.tag == "item"), len(kids))
    A("X10", "SHOULD", "channel metadata comes before the first <item>", all(k.tag == "item" or k.tag == f"{{{PC}}}liveItem" for k in kids[first:]), [k.tag for k in kids[first:] if k.tag != "item"][:3])
    A("X11", "MUST", "only RSS 2.0 elements appear without a namespace", not (bad := [k.tag for k in kids if "{" not in k.tag and k.tag not in RSSCH] + [k.tag for it in items for k in it if isinstance(k.tag, str) and "{" not in k.tag and k.tag not in RSSIT]), bad[:5])
    A("X12", "MUST", "no element in the podcast namespace outside the published tag list", not (bad := sorted({etree.QName(e).localname for e in root.iter(f"{{{PC}}}*")} - PCTAGS)), bad)

    def one(par, path, rid, lvl, text, req=True):
        f = par.findall(path, NS)
        v = (T(f[0]) or "").strip() if f else ""
        A(rid, lvl, text, (len(f) == 1 and bool(v)) if (req or f) else None, f"count={len(f)} value={v[:60]!r}")
        return v if f else None

    # whitespace, double escaping, length
    plain = ["title", "language", "copyright", "i:author", "i:title", "i:type", "i:explicit", "i:owner/i:name", "i:owner/i:email", "p:guid", "p:locked"]
    for par in [ch] + items:
        for p in plain + ["guid", "pubDate", "i:duration", "i:season", "i:episode", "i:episodeType", "link"]:
            for e in par.findall(p, NS):
                v = T(e)
                A("X06", "MUST", "plain-text fields are escaped once (no literal &amp; &lt; &#39; and no tags after parsing)", not re.search(r"&(amp|lt|gt|quot|apos|nbsp|#\d+|#x[0-9a-fA-F]+);", v) and not re.search(r"</?(p|b|i|em|strong|br|a|span|div)\b[^>]*>", v), f"{p}: {v[:80]!r}")
                A("X07", "MUST", "plain-text values have no leading or trailing whitespace", v == v.strip(), f"{p}: {v[:60]!r}")
                if p in ("title", "i:author", "i:title"):
                    A("X13", "SHOULD", "plain-text values are at most 255 characters", len(v) <= 255, f"{p} {len(v)}")
        for e in par.findall("i:category", NS):
            A("X06", "MUST", "", "&amp;" not in (e.get("text") or ""), f"itunes:category {e.get('text')!r}")

    # channel
    one(ch, "title", "C01", "MUST", "channel <title>, one, not empty")
    link = one(ch, "link", "C02", "MUST", "channel <link>, one, not empty")
    A("C02b", "MUST", "channel <link> is an absolute http(s) URL", absurl(link), link)
    d = one(ch, "description", "C03", "MUST", "channel <description>, one, not empty")
    A("C03b", "MUST", "channel <description> is at most 4000 bytes", None if d is None else len(d.encode()) <= 4000, d and len(d.encode()))
    lang = one(ch, "language", "C04", "MUST", "channel <language>, one")
    A("C04b", "MUST", "language is an ISO 639 code with optional region (en, en-us, pt-BR)", bool(lang and re.fullmatch(r"[A-Za-z]{2}(-[A-Za-z0-9]{2,8})*", lang) and lang[:2].lower() in ISO2 or lang and re.fullmatch(r"[a-z]{3}(-[A-Za-z0-9]{2,8})*", lang)), lang)
    cats = ch.findall("i:category", NS)
    A("C05", "MUST", "at least one itunes:category", bool(cats))
    for c in cats:
        t = c.get("text")
        A("C05b", "MUST", "every itunes:category text is in the Apple taxonomy", t in APPLE, t)
        for s in c.findall("i:category", NS):
            A("C05c", "MUST", "every nested itunes:category is a subcategory of its parent", s.get("text") in APPLE.get(t, ()), f"{t} > {s.get('text')}")
    ex = one(ch, "i:explicit", "C06", "MUST", "channel itunes:explicit, one")
    A("C06b", "MUST", "channel itunes:explicit is exactly true or false", ex in ("true", "false"), ex)
    im = ch.findall("i:image", NS)
    href = im[0].get("href") if im else None
    A("C07", "MUST", "one channel itunes:image with an absolute href", len(im) == 1 and absurl(href), href)
    A("C07b", "MUST", "artwork URL path ends in .jpg, .jpeg or .png", bool(href and re.search(r"\.(jpe?g|png)$", urlsplit(href).path, re.I)), href)
    one(ch, "i:author", "C08", "SHOULD", "channel itunes:author")
    em = ch.findall("i:owner/i:email", NS)
    A("C09", "MUST", "itunes:owner with one valid itunes:email (Spotify, YouTube and host moves verify by it)", len(em) == 1 and bool(EMAIL.match(T(em[0]).strip())), [T(x) for x in em])
    se = [l for l in ch.findall("a:link", NS) if l.get("rel") == "self"]
    A("C10", "MUST", "one atom:link rel=self with type application/rss+xml and an absolute href", len(se) == 1 and se[0].get("type") == "application/rss+xml" and absurl(se[0].get("href")), [dict(x.attrib) for x in se])
    selfu = se[0].get("href") if se else None
    want = o.feed_url or url
    A("C10b", "MUST", "atom:link rel=self equals the public feed URL", None if not want or not selfu else o.unmap(selfu) == o.unmap(want), f"{selfu} != {want}")
    ty = one(ch, "i:type", "C11", "SHOULD", "itunes:type is present")
    A("C11b", "MUST", "itunes:type is episodic or serial", None if ty is None else ty in ("episodic", "serial"), ty)
    for par in [ch] + items:
        for t in ("i:block", "i:complete"):
            for e in par.findall(t, NS):
                A("C13", "MUST", "itunes:block / itunes:complete, when present, hold Yes (leave them out otherwise)", (T(e) or "").strip() in ("Yes", "yes"), T(e))
    nf = ch.find("i:new-feed-url", NS)
    A("C14", "MUST", "itunes:new-feed-url, when present, is an absolute URL", None if nf is None else absurl(T(nf)), T(nf))
    ri = ch.find("image")
    if ri is not None:
        A("C15", "MUST", "RSS <image>, when present, has url, title and link", all(ri.findtext(x) for x in ("url", "title", "link")) and absurl(ri.findtext("url")), etree.tostring(ri)[:120])
    for t in ("lastBuildDate", "pubDate"):
        for e in ch.findall(t):
            dd, err = rfc2822(T(e))
            A("C16", "MUST", "channel lastBuildDate / pubDate are RFC 2822", not err, err)
    A("C16b", "SHOULD", "lastBuildDate is present", ch.find("lastBuildDate") is not None)
    for tag, n in Counter(k.tag for k in kids).items():
        q = etree.QName(tag)
        if (q.namespace == IT and q.localname != "category") or (q.namespace is None and q.localname not in ("item", "category")) or (q.namespace == PC and q.localname in ("guid", "locked", "medium", "location", "license", "updateFrequency", "publisher")):
            A("C18", "MUST", "single-valued channel elements are not repeated", n == 1, f"{q.localname} x{n}")
    for t in ("managingEditor", "webMaster"):
        for e in ch.findall(t):
            A("C19", "SHOULD", "managingEditor / webMaster hold an e-mail, optionally with (Name)", bool(re.match(r"^[^@\s]+@[^@\s]+( \(.*\))?$", T(e))), T(e))

    # podcasting 2.0, channel
    g = ch.findall("p:guid", NS)
    A("P01", "MUST", "one podcast:guid" if o.require_guid else "podcast:guid at most once (recommended)", (len(g) == 1) if (g or o.require_guid) else None, f"count {len(g)}")
    if g:
        gv = (T(g[0]) or "").strip()
        try:
            v = uuid.UUID(gv)
            ok = v.version == 5 and str(v) == gv
        except ValueError:
            ok = False
        A("P01b", "MUST", "podcast:guid is a lower-case, hyphenated version-5 UUID", ok, gv)
        if o.expect_guid:
            A("P02", "MUST", "podcast:guid equals the expected (imported) value", gv == o.expect_guid, f"{gv} != {o.expect_guid}")
        elif o.guid_seed or selfu:
            A("P02", "MUST" if o.guid_seed else "INFO", "podcast:guid = UUIDv5(ead4c236-…, feed URL without scheme and trailing slashes)", gv == seed_guid(o.guid_seed or selfu), f"{gv} != {seed_guid(o.guid_seed or selfu)} for {o.guid_seed or selfu}")
    for e in ch.findall("p:locked", NS):
        A("P03", "MUST", "podcast:locked is yes or no, owner (if given) an e-mail", (T(e) or "").strip() in ("yes", "no") and (e.get("owner") is None or bool(EMAIL.match(e.get("owner")))), f"{T(e)} {dict(e.attrib)}")
    for e in ch.findall("p:medium", NS):
        A("P04", "MUST", "podcast:medium is a published value", (T(e) or "").strip() in MEDIUM, T(e))
    for e in root.iter(f"{{{PC}}}txt"):
        A("P05", "MUST", "podcast:txt value <= 4000, purpose <= 128 characters", 0 < len(T(e) or "") <= 4000 and len(e.get("purpose") or "") <= 128)
        if e.get("purpose") == "ai-content":
            A("P05b", "MUST", "podcast:txt purpose=ai-content is true or false", T(e) in ("true", "false"), T(e))
    A("P05c", "INFO", "channel or every item declares podcast:txt purpose=\"ai-content\" (generated audio)", bool(ch.xpath("p:txt[@purpose='ai-content']", namespaces=NS)) or bool(items) and all(i.xpath("p:txt[@purpose='ai-content']", namespaces=NS) for i in items))
    for e in root.iter(f"{{{PC}}}funding"):
        A("P06", "MUST", "podcast:funding has an absolute url and text of at most 128 characters", absurl(e.get("url")) and len(T(e) or "") <= 128, dict(e.attrib))
    for e in root.iter(f"{{{PC}}}person"):
        A("P07", "MUST", "podcast:person has a name (<= 128) and absolute img/href", 0 < len((T(e) or "").strip()) <= 128 and all(absurl(e.get(x)) for x in ("img", "href") if e.get(x) is not None), f"{T(e)} {dict(e.attrib)}")
    for e in root.iter(f"{{{PC}}}value"):
        A("P08", "MUST", "podcast:value has type, method and recipients with type, address and integer split", bool(e.get("type") and e.get("method")) and all(r.get("type") and r.get("address") and (r.get("split") or "").isdigit() for r in e.findall("p:valueRecipient", NS)) and bool(e.findall("p:valueRecipient", NS)), dict(e.attrib))

    # paging
    rel = {l.get("rel"): l.get("href") for l in ch.findall("a:link", NS)}
    paged = set(rel) & {"next", "previous", "prev", "first", "last"}
    A("R01", "MUST", "RFC 5005: paging links (first/next/previous/last) are absolute URLs", None if not paged else all(absurl(rel[x]) for x in paged), rel)
    A("R02", "SHOULD", "RFC 5005: previous is spelled 'previous', and fh:complete is not combined with paging", None if not rel else "prev" not in rel and not (paged and ch.find("fh:complete", NS) is not None), rel)

    # items
    A("I01", "SHOULD", "at least one <item> (Apple validates no empty feed)", bool(items))
    guids, encs, dates, ses, enclist = [], [], [], [], []
    now = dt.datetime.now(dt.timezone.utc) + dt.timedelta(minutes=5)
    for n, it in enumerate(items):
        w = f"item {n + 1}"
        t = it.findall("title")
        A("I02", "MUST", "item <title>, one, not empty", len(t) == 1 and bool((T(t[0]) or "").strip()), w)
        en = it.findall("enclosure")
        A("I03", "MUST", "item has exactly one <enclosure> with url, length and type", len(en) == 1 and all(en[0].get(x) for x in ("url", "length", "type")), f"{w}: {[dict(x.attrib) for x in en]}")
        if en:
            e = en[0]
            u, ln, ty_ = e.get("url") or "", e.get("length") or "", e.get("type") or ""
            A("I04", "MUST", "enclosure url is absolute http(s), percent-encoded", absurl(u), f"{w}: {u}")
            A("I04b", "SHOULD", "enclosure url is https (loopback excepted)", absurl(u, True) or loop(u) or any(u.startswith(a) for a, b in o.maps), f"{w}: {u}")
            ext = urlsplit(u).path.rsplit(".", 1)[-1].lower()
            A("I04c", "MUST", "enclosure URL path ends in mp3, m4a, mp4, m4v, mov or pdf", ext in EXT, f"{w}: {u}")
            A("I05", "MUST", "enclosure length is a positive integer (bytes)", bool(re.fullmatch(r"[1-9]\d*", ln)), f"{w}: {ln!r}")
            A("I06", "MUST", "enclosure type is a supported media type and matches the extension", ty_ in EXT.get(ext, set().union(*EXT.values())), f"{w}: {ext} {ty_}")
            encs.append(u)
            enclist.append((u, ln, ty_))
        gs = it.findall("guid")
        gv = (T(gs[0]) or "").strip() if gs else ""
        A("I07", "MUST", "item <guid>, one, not empty", len(gs) == 1 and bool(gv), w)
        if gv:
            guids.append(gv)
            perm = gs[0].get("isPermaLink")
            A("I09", "MUST", "isPermaLink is \"false\" unless the guid is an absolute URL", perm == "false" or (perm in (None, "true") and absurl(gv)), f"{w}: {gv[:60]} isPermaLink={perm}")
        pd = it.findall("pubDate")
        A("I10", "MUST", "item <pubDate>, one", len(pd) == 1, w)
        if pd:
            dd, err = rfc2822(T(pd[0]))
            A("I10b", "MUST", "pubDate is RFC 2822 with English names, four-digit year, zone, matching weekday", not err, f"{w}: {err}")
            if dd:
                dates.append(dd)
                A("I10c", "MUST", "pubDate is not in the future (unreleased episodes are not in the feed)", dd <= now, f"{w}: {T(pd[0])}")
        de = it.findall("description")
        A("I11", "SHOULD", "item <description> is present, at most 4000 bytes", len(de) == 1 and 0 < len((T(de[0]) or "").encode()) <= 4000, f"{w}: {len((T(de[0]) if de else '').encode())}")
        for h in de + it.findall("c:encoded", NS) + ch.findall("description"):
            s = T(h) or ""
            A("I20", "MUST", "HTML in descriptions holds no script, event handler, iframe, style or javascript: URL", not re.search(r"<\s*(script|iframe|object|embed|form|style)\b|<[^>]*\son\w+\s*=|(?:href|src)\s*=\s*[\"']?\s*(javascript|data|vbscript):", s, re.I), f"{w}: {s[:80]!r}")
            tags = {x.lower() for x in re.findall(r"<\s*/?\s*([A-Za-z][A-Za-z0-9]*)", s)}
            if h.tag == "description":
                A("I20b", "SHOULD", "HTML in <description> uses only p ol ul li a b i strong em br", tags <= OKHTML, f"{w}: {sorted(tags - OKHTML)}")
                A("I20c", "MUST", "<description> is not doubly escaped HTML", not re.search(r"&lt;/?(p|a|br|b|i|ul|li)\b", s), f"{w}: {s[:80]!r}")
        du = [T(x) for x in it.findall("i:duration", NS)]
        A("I12", "SHOULD", "itunes:duration is present", len(du) == 1, w)
        for x in du:
            A("I12b", "MUST", "itunes:duration is a whole number of seconds > 0", bool(re.fullmatch(r"[1-9]\d*", x or "")), f"{w}: {x!r}")
        epn = sea = None
        for tag in ("i:season", "i:episode"):
            f = it.findall(tag, NS)
            for x in f:
                A("I13", "MUST", "itunes:season / itunes:episode are non-zero integers, at most one each", bool(re.fullmatch(r"[1-9]\d*", T(x) or "")) and len(f) == 1, f"{w}: {tag} {T(x)!r}")
        epn, sea = it.findtext("i:episode", None, NS), it.findtext("i:season", None, NS)
        et = it.findtext("i:episodeType", None, NS)
        A("I14", "MUST", "itunes:episodeType is full, trailer or bonus", None if et is None else et in ("full", "trailer", "bonus"), f"{w}: {et}")
        if ty == "serial" and et in (None, "full"):
            A("C11c", "MUST", "every full episode of a serial show has itunes:episode", epn is not None, w)
        if epn and et in (None, "full"):
            ses.append((sea, epn))
        ie = it.findtext("i:explicit", None, NS)
        A("I15", "MUST", "item itunes:explicit is true or false", None if ie is None else ie in ("true", "false"), f"{w}: {ie}")
        for x in it.findall("i:image", NS):
            A("I16", "MUST", "item itunes:image has an absolute href", absurl(x.get("href")), f"{w}: {x.get('href')}")
        for x in it.findall("link"):
            A("I18", "MUST", "item <link> is an absolute URL", absurl(T(x)), f"{w}: {T(x)}")
        for tag, k in Counter(x.tag for x in it if isinstance(x.tag, str)).items():
            q = etree.QName(tag)
            if q.namespace == IT and q.localname != "category" or q.namespace is None and q.localname != "category" or q.namespace == PC and q.localname in ("chapters", "season", "episode"):
                A("I22", "MUST", "single-valued item elements are not repeated", k == 1, f"{w}: {q.localname} x{k}")
        for x in it.findall("p:transcript", NS):
            A("P09", "MUST", "podcast:transcript has an absolute url and a published type", absurl(x.get("url")) and x.get("type") in TRANSCRIPT, f"{w}: {dict(x.attrib)}")
        for x in it.findall("p:chapters", NS):
            A("P10", "MUST", "podcast:chapters has an absolute url and type application/json+chapters", absurl(x.get("url")) and x.get("type") in ("application/json+chapters", "application/json"), f"{w}: {dict(x.attrib)}")
        for x in it.findall("p:soundbite", NS):
            try:
                a, b = float(x.get("startTime")), float(x.get("duration"))
                ok = a >= 0 and b > 0 and (not du or not (du[0] or "").isdigit() or a + b <= int(du[0]) + 1)
            except (TypeError, ValueError):
                ok = False
            A("P11", "MUST", "podcast:soundbite has numeric startTime/duration inside the episode", ok, f"{w}: {dict(x.attrib)}")
        ps, pe = it.find("p:season", NS), it.find("p:episode", NS)
        if ps is not None:
            A("P12", "MUST", "podcast:season is an integer (name <= 128) and agrees with itunes:season", bool(re.fullmatch(r"\d+", T(ps) or "")) and len(ps.get("name") or "") <= 128 and (sea is None or T(ps) == sea), f"{w}: {T(ps)} {sea}")
        if pe is not None:
            A("P12b", "MUST", "podcast:episode is a decimal (display <= 32) and agrees with itunes:episode", bool(re.fullmatch(r"\d+(\.\d+)?", T(pe) or "")) and len(pe.get("display") or "") <= 32 and (epn is None or "." in T(pe) or T(pe) == epn), f"{w}: {T(pe)} {epn}")
    A("I08", "MUST", "guids are unique in the feed", None if not items else len(guids) == len(set(guids)), [k for k, v in Counter(guids).items() if v > 1][:3])
    A("I08b", "MUST", "enclosure URLs are unique in the feed", None if not items else len(encs) == len(set(encs)), [k for k, v in Counter(encs).items() if v > 1][:3])
    A("I19", "SHOULD", "(season, episode) is not used by two full episodes", None if not ses else len(ses) == len(set(ses)), [k for k, v in Counter(ses).items() if v > 1][:3])
    A("I21", "SHOULD", "items are newest first", None if len(dates) < 2 else all(a >= b for a, b in zip(dates, dates[1:])))
    A("I23", "INFO", "feed is under 1 MB / page RFC 5005 beyond it", len(data) < 1_000_000 or bool(paged), f"{len(data)} bytes")
    if o.expect_items is not None:
        A("I24", "MUST", "item count is the expected one", len(items) == o.expect_items, f"{len(items)} != {o.expect_items}")
    if o.xsd:
        xsd_check(root, R, o.xsd)
    return dict(root=root, self=selfu, art=[href] if href else [], encs=enclist,
                itemart=[x.get("href") for x in ch.findall("item/i:image", NS)],
                files=[(x.get("url"), x.get("type")) for x in root.iter(f"{{{PC}}}transcript", f"{{{PC}}}chapters")])


def utf8(data):
    m = re.match(rb"\s*(?:\xef\xbb\xbf)?\s*<\?xml[^>]*encoding=[\"']([^\"']+)", data)
    if m and m[1].decode("ascii", "replace").lower() not in ("utf-8", "utf8"):
        return False, m[1]
    try:
        data.decode("utf-8")
        return True, ""
    except UnicodeDecodeError as e:
        return False, e


def xsd_check(root, R, path):
    """Validates each podcast: element alone against the global element declarations of podcast.xsd."""
    try:
        xs = etree.XMLSchema(etree.parse(path))
    except Exception as e:
        R.add("P99", "INFO", "podcast.xsd could be loaded", False, e)
        return
    for e in root.iter(f"{{{PC}}}*"):
        if etree.QName(e.getparent()).namespace == PC:
            continue
        c = etree.fromstring(etree.tostring(e, with_tail=False))
        ok = xs.validate(c)
        msg = "" if ok else str(xs.error_log.last_error.message)
        R.add("P99", "SHOULD", "podcast: elements validate against podcast.xsd", ok or "No matching global" in msg, msg)


# ------------------------------------------------------------------ HTTP rules
class Web:
    def __init__(self, o):
        self.o = o

    def req(self, url, method="GET", headers=None, limit=None):
        u = self.o.remap(url)
        p = urlsplit(u)
        if not loop(u) and not self.o.allow_remote:
            raise PermissionError(f"{url}: not a loopback host (use --map)")
        C = http.client.HTTPSConnection if p.scheme == "https" else http.client.HTTPConnection
        kw = {}
        if p.scheme == "https":
            import ssl
            kw["context"] = ssl._create_unverified_context()
        c = C(p.hostname, p.port, timeout=20, **kw)
        try:
            c.request(method, urlunsplit(("", "", p.path or "/", p.query, "")), headers={"Accept": "*/*", "User-Agent": "iTMS", **(headers or {})})
            r = c.getresponse()
            body = r.read() if limit is None else r.read(limit)
            return r.status, {k.lower(): v for k, v in r.getheaders()}, body
        finally:
            c.close()


def http_rules(url, R, o):
    A, W = R.add, Web(o)
    st, h, body = W.req(url, headers={"Accept-Encoding": "identity"})
    A("H01", "MUST", "GET without credentials answers 200, no redirect, no cookie", st == 200 and "set-cookie" not in h, f"{st} {h.get('location')} cookie={'set-cookie' in h}")
    if st != 200:
        return None
    ct = h.get("content-type", "")
    A("H02", "MUST", "Content-Type is application/rss+xml (application/xml, text/xml accepted)", ct.split(";")[0].strip().lower() in ("application/rss+xml", "application/xml", "text/xml"), ct)
    A("H02b", "SHOULD", "Content-Type is application/rss+xml; charset=utf-8", bool(re.fullmatch(r'application/rss\+xml;\s*charset="?utf-8"?', ct, re.I)), ct)
    A("H02c", "MUST", "charset in Content-Type, if any, is utf-8 (it overrides the XML declaration)", None if "charset" not in ct.lower() else bool(re.search(r'charset="?utf-8', ct, re.I)), ct)
    s2, h2, b2 = W.req(url, "HEAD", {"Accept-Encoding": "identity"})
    A("H03", "MUST", "HEAD answers 200 with no body and the GET headers", s2 == 200 and not b2 and all(h2.get(k) == h.get(k) for k in ("content-type", "etag", "last-modified")), f"{s2} {len(b2)} {[(k, h.get(k), h2.get(k)) for k in ('content-type', 'etag', 'last-modified') if h.get(k) != h2.get(k)]}")
    A("H03b", "MUST", "HEAD Content-Length, if sent, equals the GET body length", None if "content-length" not in h2 else int(h2["content-length"]) == len(body), h2.get("content-length"))
    et, lm = h.get("etag"), h.get("last-modified")
    A("H04", "MUST", "ETag is sent and well formed", bool(et and re.fullmatch(r'(W/)?"[^"]*"', et)), et)
    okd = False
    try:
        okd = bool(lm and lm.endswith("GMT") and email.utils.parsedate_to_datetime(lm) <= dt.datetime.now(dt.timezone.utc) + dt.timedelta(minutes=1))
    except Exception:
        pass
    A("H04b", "MUST", "Last-Modified is sent as an HTTP date, not in the future", okd, lm)
    if et:
        bare = et[2:] if et.startswith("W/") else et
        for name, v in (("exact", et), ("weak form", "W/" + bare), ("in a list", f'"zzz", {et}'), ("star", "*")):
            s, hh, b = W.req(url, headers={"If-None-Match": v, "Accept-Encoding": "identity"})
            A("H05", "MUST", "If-None-Match (exact, weak, list, *) answers 304 with no body", s == 304 and not b, f"{name}: {s} {len(b)}")
            if name == "exact":
                A("H05b", "MUST", "the 304 repeats the ETag", hh.get("etag") == et, hh.get("etag"))
        s, hh, b = W.req(url, headers={"If-None-Match": '"no-such"', "If-Modified-Since": lm or email.utils.formatdate(usegmt=True)})
        A("H07", "MUST", "If-None-Match takes precedence over If-Modified-Since (mismatch answers 200)", s == 200, s)
        s, hh, b = W.req(url, "HEAD", {"If-None-Match": et})
        A("H05c", "SHOULD", "HEAD with a matching If-None-Match answers 304", s == 304, s)
    if lm and okd:
        s, hh, b = W.req(url, headers={"If-Modified-Since": lm})
        A("H06", "MUST", "If-Modified-Since with the Last-Modified value answers 304", s == 304 and not b, s)
        old = email.utils.formatdate(email.utils.parsedate_to_datetime(lm).timestamp() - 86400, usegmt=True)
        s, hh, b = W.req(url, headers={"If-Modified-Since": old})
        A("H06b", "MUST", "an older If-Modified-Since answers 200", s == 200, s)
        s, hh, b = W.req(url, headers={"If-Modified-Since": "not a date"})
        A("H06c", "MUST", "an unparsable If-Modified-Since is ignored (200)", s == 200, s)
    s, hg, bg = W.req(url, headers={"Accept-Encoding": "gzip"})
    gz = hg.get("content-encoding") == "gzip"
    A("H08", "SHOULD", "gzip is used when asked for", gz, hg.get("content-encoding"))
    if gz:
        try:
            same = gzip.decompress(bg) == body
        except Exception:
            same = False
        A("H08b", "MUST", "the gzip body decompresses to the identity body", same)
        A("H08c", "MUST", "Vary includes Accept-Encoding", "accept-encoding" in hg.get("vary", "").lower(), hg.get("vary"))
        A("H08d", "SHOULD", "the gzip variant has another or a weak ETag", hg.get("etag") != et or (et or "").startswith("W/"), hg.get("etag"))
        A("H08e", "MUST", "Content-Length of the gzip answer, if sent, is the compressed length", None if "content-length" not in hg else int(hg["content-length"]) == len(bg), hg.get("content-length"))
    s, h3, b3 = W.req(url, headers={"Accept-Encoding": "identity"})
    A("H09", "MUST", "two GETs without a change give identical bytes and ETag (lastBuildDate is not 'now')", b3 == body and h3.get("etag") == et, "body differs" if b3 != body else "etag differs")
    A("H10", "SHOULD", "Cache-Control or Expires is sent", "cache-control" in h or "expires" in h)
    s, hh, b = W.req(url, "POST", {"Content-Length": "0"})
    A("H11", "SHOULD", "POST on the feed is refused with 4xx, not 5xx", 400 <= s < 500, s)
    if o.missing_url:
        s, hh, b = W.req(o.missing_url)
        A("H12", "MUST", "an unknown show answers 400 or 404, not 200 or 5xx", s in (400, 404), s)
    return body


def media_rules(info, R, o):
    A, W = R.add, Web(o)
    lst = info["encs"] if o.all_enclosures else info["encs"][:o.enclosures]
    for u, ln, ty in lst:
        try:
            s, h, b = W.req(u, "HEAD", {"Accept-Encoding": "identity"})
        except Exception as e:
            A("E01", "MUST", "enclosure HEAD answers 200 without redirect", False, f"{u}: {e}")
            continue
        A("E01", "MUST", "enclosure HEAD answers 200 without redirect", s == 200, f"{u}: {s}")
        A("E01b", "MUST", "enclosure Content-Length equals the length attribute", h.get("content-length") == ln, f"{u}: {h.get('content-length')} != {ln}")
        A("E01c", "MUST", "enclosure Content-Type equals the type attribute", h.get("content-type", "").split(";")[0] == ty, f"{u}: {h.get('content-type')} != {ty}")
        A("E01d", "MUST", "enclosure answers Accept-Ranges: bytes", h.get("accept-ranges", "").lower() == "bytes", h.get("accept-ranges"))
        A("E06", "SHOULD", "enclosure sends ETag or Last-Modified", "etag" in h or "last-modified" in h)
        A("E09", "MUST", "enclosure is not content-encoded", "content-encoding" not in h, h.get("content-encoding"))
        s, h, full = W.req(u, headers={"Accept-Encoding": "gzip"})
        A("E07", "MUST", "enclosure GET answers 200 with exactly length bytes, whatever Accept-Encoding says", s == 200 and str(len(full)) == ln and "content-encoding" not in h, f"{u}: {s} {len(full)} {h.get('content-encoding')}")
        magic = {"audio/mpeg": full[:3] == b"ID3" or (len(full) > 1 and full[0] == 0xFF and full[1] & 0xE0 == 0xE0)}.get(ty, full[4:8] == b"ftyp" if "mp4" in ty or "m4" in ty else None)
        A("E07b", "SHOULD", "the file's first bytes match its media type", magic, full[:12])
        n = len(full)
        if n < 4:
            continue
        mid = n // 2
        for spec, lo, hi in (("0-1", 0, 1), (f"{mid}-{min(mid + 99, n - 1)}", mid, min(mid + 99, n - 1)), (f"{n - 2}-", n - 2, n - 1), (f"-{min(500, n)}", n - min(500, n), n - 1), (f"0-{n + 1000}", 0, n - 1)):
            s, h, b = W.req(u, headers={"Range": "bytes=" + spec})
            A("E02", "MUST", "Range (0-1, middle, open-ended, suffix, past the end) answers 206 with the right Content-Range and bytes", s == 206 and h.get("content-range") == f"bytes {lo}-{hi}/{n}" and b == full[lo:hi + 1], f"{u} bytes={spec}: {s} {h.get('content-range')} {len(b)}")
        s, h, b = W.req(u, headers={"Range": f"bytes={n}-"})
        A("E04", "MUST", "an unsatisfiable Range answers 416 with Content-Range: bytes */N", s == 416 and h.get("content-range") == f"bytes */{n}", f"{u}: {s} {h.get('content-range')}")
        s, h, b = W.req(u, headers={"Range": "bytes=0-1", "If-Range": '"stale"'})
        A("E05", "MUST", "a stale If-Range answers 200 with the whole file", s == 200 and len(b) == n, f"{u}: {s} {len(b)}")
        s, h, b = W.req(u, headers={"Range": "lines=1-2"})
        A("E08", "MUST", "an unknown Range unit is ignored (200) or refused (416), not 5xx", s in (200, 416), f"{u}: {s}")
    for rid, hrefs, what in (("A", info["art"], "show artwork"), ("B", info["itemart"][:3], "episode artwork")):
        for u in hrefs:
            try:
                s, h, b0 = W.req(u, "HEAD")
                s2, h2, b = W.req(u)
            except Exception as e:
                A(rid + "01", "MUST", f"{what}: HEAD and GET answer 200", False, f"{u}: {e}")
                continue
            A(rid + "01", "MUST", f"{what}: HEAD and GET answer 200", s == s2 == 200, f"{u}: {s} {s2}")
            try:
                from PIL import Image
                im = Image.open(io.BytesIO(b))
                im.load()
            except Exception as e:
                A(rid + "02", "MUST", f"{what}: decodes as an image", False, f"{u}: {e}")
                continue
            A(rid + "02", "MUST", f"{what}: is JPEG or PNG and matches extension and Content-Type", im.format in ("JPEG", "PNG") and h2.get("content-type", "").split(";")[0] == "image/" + im.format.lower() and bool(re.search(r"\.jpe?g$" if im.format == "JPEG" else r"\.png$", urlsplit(u).path, re.I)), f"{im.format} {h2.get('content-type')} {u}")
            A(rid + "03", "MUST", f"{what}: square, 1400 to 3000 pixels", im.size[0] == im.size[1] and 1400 <= im.size[0] <= 3000, im.size)
            A(rid + "04", "MUST", f"{what}: RGB, no alpha, not CMYK or palette", im.mode == "RGB", im.mode)
            A(rid + "05", "SHOULD", f"{what}: at most 512 KB", len(b) <= 512 * 1024, len(b))
    for u, ty in info["files"][:6]:
        try:
            s, h, b = W.req(u)
            A("T01", "MUST", "transcript / chapters URL answers 200 with its declared type", s == 200 and h.get("content-type", "").split(";")[0] == ty, f"{u}: {s} {h.get('content-type')} != {ty}")
        except Exception as e:
            A("T01", "MUST", "transcript / chapters URL answers 200 with its declared type", False, f"{u}: {e}")


def w3c(data, R, path, url):
    sys.path.insert(0, path.rstrip("/") + ("/src" if not path.rstrip("/").endswith("/src") else ""))
    warnings.simplefilter("ignore")
    import feedvalidator
    from feedvalidator import compatibility, logging as L
    from feedvalidator.formatter.text_plain import Formatter
    try:
        ev = feedvalidator.validateString(data, firstOccurrenceOnly=1, base=url or "")["loggedEvents"]
    except L.ValidationFailure as vf:
        ev = [vf.event]
    skip = {"UnknownNamespace", "UndefinedElement"} | ({"SelfDoesntMatchLocation"} if not url else set())
    fmt = Formatter([])
    errs = [e for e in ev if isinstance(e, L.Error)]
    warns = [e for e in compatibility.AA(ev) if isinstance(e, L.Warning) and type(e).__name__ not in skip]
    f = lambda e: f"{type(e).__name__} line {e.params.get('line')} {e.params.get('element', '')} {str(e.params.get('value', ''))[:60]}"
    R.add("W01", "MUST", "w3c/feedvalidator reports no error", not errs, "; ".join(map(f, errs))[:190])
    R.add("W02", "SHOULD", "w3c/feedvalidator reports no warning (AA; unknown namespaces left out)", not warns, "; ".join(map(f, warns))[:190])


def main(argv=None):
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("target")
    ap.add_argument("--feed-url", help="the public feed URL that atom:link rel=self must show")
    ap.add_argument("--guid-seed", help="feed URL from which podcast:guid was made")
    ap.add_argument("--expect-guid", help="podcast:guid that an imported show must keep")
    ap.add_argument("--require-guid", action="store_true")
    ap.add_argument("--expect-items", type=int)
    ap.add_argument("--map", action="append", default=[], help="PUBLIC=LOCAL prefix, e.g. https://pod.example=http://127.0.0.1:8080")
    ap.add_argument("--missing-url")
    ap.add_argument("--enclosures", type=int, default=3)
    ap.add_argument("--all-enclosures", action="store_true")
    ap.add_argument("--no-media", action="store_true")
    ap.add_argument("--allow-remote", action="store_true")
    ap.add_argument("--feedvalidator")
    ap.add_argument("--xsd")
    ap.add_argument("--strict", action="store_true")
    ap.add_argument("--json", action="store_true")
    ap.add_argument("-q", "--quiet", action="store_true", help="failures only")
    o = ap.parse_args(argv)
    o.maps = [tuple(m.split("=", 1)) for m in o.map]

    def remap(u):
        for a, b in o.maps:
            if u.startswith(a):
                return b + u[len(a):]
        return u
    o.remap = o.unmap = remap
    R = Report()
    url = None
    try:
        if re.match(r"https?://", o.target):
            url = o.target
            data = http_rules(url, R, o)
            if data is None:
                R.show(o.json, o.quiet)
                return 2
        else:
            data = open(o.target, "rb").read()
    except (OSError, PermissionError, http.client.HTTPException) as e:
        print("cannot read", o.target, e, file=sys.stderr)
        return 2
    info = static(data, R, o, url)
    if info and url and not o.no_media:
        media_rules(info, R, o)
    if o.feedvalidator and info is not None and b"<!DOCTYPE" not in data[:4096]:  # it expands entities without a bound
        w3c(data, R, o.feedvalidator, o.feed_url or url)
    c = R.show(o.json, o.quiet)
    if info is None:
        return 2
    return 1 if c[("MUST", "FAIL")] or (o.strict and c[("SHOULD", "FAIL")]) else 0


if __name__ == "__main__":
    sys.exit(main())
