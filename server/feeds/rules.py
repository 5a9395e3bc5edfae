"""The rules that a podcast's feed lives by, as data: what each asks for, and how much it matters.

Sources: Apple's requirements for feeds, Spotify's delivery specification, the RSS 2.0 specification with the RSS
Advisory Board's profile, the Podcasting 2.0 namespace, RFC 5005 and RFC 9110.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """`MUST`: a directory refuses the show or an app stumbles. `SHOULD`: better so. `INFO`: good to know."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    INFO = "INFO"


class Mending(StrEnum):
    """What puts a failed rule of a show of ours right."""

    NONE = ""
    """Only the source of an import, or the host of a file, can."""
    SHOW = "edit_show"
    EPISODE = "edit_episode"
    COVER = "draw_cover"
    HOST_AUDIO = "host_audio"
    ADDRESS = "set_public_address"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; `mending` is for shows of ours."""

    level: Level
    text: str
    mending: Mending = Mending.NONE


_M, _S, _I = Level.MUST, Level.SHOULD, Level.INFO
_W = Mending

RULES: Mapping[str, Rule] = {
    "X01": Rule(_M, "The document starts with the XML declaration or <rss."),
    "X01b": Rule(_S, "There is no byte-order mark."),
    "X02": Rule(_M, "The XML is well-formed, namespaces included."),
    "X03": Rule(_M, "The encoding is UTF-8, and the bytes are."),
    "X04": Rule(_M, "There is no DOCTYPE and no entity of its own."),
    "X05": Rule(_M, "There are no replacement or control characters in the text."),
    "X05b": Rule(_S, "No text was read in a wrong encoding (Ã¤ for ä)."),
    "X06": Rule(_M, "Plain texts are escaped once and hold no tags."),
    "X07": Rule(_M, "Plain texts have no white space around them."),
    "X08": Rule(_M, 'The root is <rss version="2.0"> with one <channel>.'),
    "X09a": Rule(_M, "The itunes namespace is declared, letter by letter."),
    "X09b": Rule(_M, "The podcast namespace is declared, letter by letter."),
    "X09c": Rule(_M, "The atom namespace is declared, letter by letter."),
    "X09d": Rule(_M, "The content namespace is declared where content:encoded is used."),
    "X10": Rule(_S, "What is said of the show stands before the first item."),
    "X11": Rule(_M, "Only elements of RSS 2.0 stand without a namespace."),
    "X12": Rule(_M, "Only published elements are used of the podcast namespace."),
    "X13": Rule(_S, "Titles and names have at most 255 characters.", _W.EPISODE),
    "C01": Rule(_M, "The show has one title.", _W.SHOW),
    "C02": Rule(_M, "The show has one link.", _W.SHOW),
    "C02b": Rule(_M, "The show's link is an http(s) address.", _W.SHOW),
    "C03": Rule(_M, "The show has one description.", _W.SHOW),
    "C03b": Rule(_M, "The show's description has at most 4,000 bytes.", _W.SHOW),
    "C04": Rule(_M, "The show names one language.", _W.SHOW),
    "C04b": Rule(_M, "The language is an ISO 639 code, such as en or pt-BR.", _W.SHOW),
    "C05": Rule(_M, "The show has a category.", _W.SHOW),
    "C05b": Rule(_M, "Every category is in Apple's list.", _W.SHOW),
    "C05c": Rule(_M, "Every subcategory belongs to its category.", _W.SHOW),
    "C06": Rule(_M, "The show says once whether it is explicit.", _W.SHOW),
    "C06b": Rule(_M, "Explicit is exactly true or false.", _W.SHOW),
    "C07": Rule(_M, "The show has one picture with a whole address.", _W.COVER),
    "C07b": Rule(_M, "The picture's address ends in .jpg, .jpeg or .png.", _W.COVER),
    "C08": Rule(_S, "The show names its author.", _W.SHOW),
    "C09": Rule(_M, "The owner has one valid e-mail; directories verify by it.", _W.SHOW),
    "C10": Rule(_M, "The feed names its own address once (atom:link rel=self)."),
    "C10b": Rule(_M, "The address that it names is the one it has."),
    "C11": Rule(_S, "The show says whether it is episodic or serial.", _W.SHOW),
    "C11b": Rule(_M, "Its type is episodic or serial.", _W.SHOW),
    "C11c": Rule(_M, "Every full episode of a serial show has a number.", _W.EPISODE),
    "C13": Rule(_M, "Block and complete hold Yes, or are left out."),
    "C14": Rule(_M, "The new feed's address is a whole one.", _W.SHOW),
    "C15": Rule(_M, "The RSS image has address, title and link."),
    "C16": Rule(_M, "The show's dates are written as RFC 2822 says."),
    "C16b": Rule(_S, "The feed says when it was built."),
    "C18": Rule(_M, "What can be said of the show once is said once."),
    "C19": Rule(_S, "managingEditor and webMaster hold an e-mail."),
    "I01": Rule(_S, "There is at least one episode."),
    "I02": Rule(_M, "Every episode has one title.", _W.EPISODE),
    "I03": Rule(_M, "Every episode has one recording with address, length and type.", _W.HOST_AUDIO),
    "I04": Rule(_M, "The recording's address is a whole, percent-encoded one.", _W.HOST_AUDIO),
    "I04b": Rule(_S, "The recording is at an https address.", _W.ADDRESS),
    "I04c": Rule(_M, "The recording's address ends in mp3, m4a, mp4, m4v, mov or pdf.", _W.HOST_AUDIO),
    "I05": Rule(_M, "The recording's length is a number of bytes.", _W.HOST_AUDIO),
    "I06": Rule(_M, "The recording's type is a known one and fits the address.", _W.HOST_AUDIO),
    "I07": Rule(_M, "Every episode has one guid."),
    "I08": Rule(_M, "No guid is used twice."),
    "I08b": Rule(_M, "No recording's address is used twice."),
    "I09": Rule(_M, 'A guid that is no address says isPermaLink="false".'),
    "I10": Rule(_M, "Every episode has one date.", _W.EPISODE),
    "I10b": Rule(_M, "Dates are written as RFC 2822 says, with the right weekday.", _W.EPISODE),
    "I10c": Rule(_M, "No date lies in the future.", _W.EPISODE),
    "I11": Rule(_S, "Every episode has a description of at most 4,000 bytes.", _W.EPISODE),
    "I12": Rule(_S, "Every episode says how long it lasts.", _W.HOST_AUDIO),
    "I12b": Rule(_M, "Durations are whole seconds.", _W.HOST_AUDIO),
    "I13": Rule(_M, "Seasons and numbers are whole numbers from 1.", _W.EPISODE),
    "I14": Rule(_M, "Episodes are full, trailer or bonus.", _W.EPISODE),
    "I15": Rule(_M, "Explicit of an episode is exactly true or false.", _W.EPISODE),
    "I16": Rule(_M, "Episodes' pictures have whole addresses.", _W.EPISODE),
    "I18": Rule(_M, "Episodes' links are whole addresses."),
    "I19": Rule(_S, "No two full episodes have the same season and number.", _W.EPISODE),
    "I20": Rule(_M, "Descriptions hold no script, style, frame or event handler.", _W.EPISODE),
    "I20b": Rule(_S, "Descriptions use only p, ol, ul, li, a, b, i, strong, em and br."),
    "I20c": Rule(_M, "Descriptions are not escaped twice.", _W.EPISODE),
    "I21": Rule(_S, "The newest episode comes first."),
    "I22": Rule(_M, "What can be said of an episode once is said once."),
    "I23": Rule(_I, "The feed is under 1 MB, or comes in pages."),
    "I24": Rule(_M, "The feed holds as many episodes as are to be in it."),
    "P01": Rule(_M, "The show has one podcast:guid."),
    "P01b": Rule(_M, "The podcast:guid is a version-5 UUID in lower case."),
    "P02": Rule(_M, "The podcast:guid is the one the show had where it came from."),
    "P03": Rule(_M, "podcast:locked is yes or no, and its owner an e-mail.", _W.SHOW),
    "P04": Rule(_M, "podcast:medium is a published value.", _W.SHOW),
    "P05": Rule(_M, "podcast:txt has at most 4,000 characters, its purpose 128."),
    "P05b": Rule(_M, "The mark for generated voices is true or false."),
    "P05c": Rule(_I, "Generated voices are marked as such."),
    "P06": Rule(_M, "podcast:funding has a whole address and at most 128 characters.", _W.SHOW),
    "P07": Rule(_M, "podcast:person has a name of at most 128 characters and whole addresses.", _W.SHOW),
    "P08": Rule(_M, "podcast:value has type, method and recipients."),
    "P09": Rule(_M, "Transcripts have a whole address and a published type."),
    "P10": Rule(_M, "Chapters have a whole address and their media type."),
    "P11": Rule(_M, "Soundbites lie within the episode."),
    "P12": Rule(_M, "podcast:season is a number and agrees with itunes:season.", _W.EPISODE),
    "P12b": Rule(_M, "podcast:episode is a number and agrees with itunes:episode.", _W.EPISODE),
    "R01": Rule(_M, "Links between pages are whole addresses."),
    "R02": Rule(_S, "Links between pages are spelt as RFC 5005 does."),
    "B01": Rule(_M, "The picture can be fetched.", _W.COVER),
    "B02": Rule(_M, "The picture can be read as one.", _W.COVER),
    "B03": Rule(_M, "The picture is square, of 1,400 to 3,000 pixels.", _W.COVER),
    "B04": Rule(_M, "The picture is RGB without transparency.", _W.COVER),
    "B05": Rule(_S, "The picture has at most 512 KB.", _W.COVER),
    "H01": Rule(_M, "The feed answers 200, without a redirect and without a cookie."),
    "H02": Rule(_M, "The feed's media type is application/rss+xml."),
    "H02b": Rule(_S, "The media type says charset=utf-8."),
    "H02c": Rule(_M, "A charset that is named is utf-8."),
    "H03": Rule(_M, "HEAD answers as GET does, without a body."),
    "H03b": Rule(_M, "The length that HEAD names is the feed's."),
    "H04": Rule(_M, "The feed has a well-formed ETag."),
    "H04b": Rule(_M, "The feed says when it was modified, and not in the future."),
    "H05": Rule(_M, "An unchanged feed answers 304 to If-None-Match."),
    "H05b": Rule(_M, "The 304 repeats the ETag."),
    "H05c": Rule(_S, "HEAD of an unchanged feed answers 304 too."),
    "H06": Rule(_M, "An unchanged feed answers 304 to If-Modified-Since."),
    "H06b": Rule(_M, "An older If-Modified-Since gets the feed."),
    "H06c": Rule(_M, "An If-Modified-Since that is no date is passed over."),
    "H07": Rule(_M, "Of both conditions If-None-Match counts."),
    "H08": Rule(_S, "The feed comes compressed when asked for so."),
    "H08b": Rule(_M, "Compressed, the feed is the same."),
    "H08c": Rule(_M, "Vary names Accept-Encoding."),
    "H08d": Rule(_S, "The compressed feed has an ETag of its own, or a weak one."),
    "H09": Rule(_M, "Two readings without a change are the same, byte by byte."),
    "H10": Rule(_S, "The feed says how long it may be kept."),
    "E01": Rule(_M, "The recording answers without a redirect.", _W.HOST_AUDIO),
    "E01b": Rule(_M, "The recording is as long as the feed says.", _W.HOST_AUDIO),
    "E01c": Rule(_M, "The recording's media type is the one in the feed.", _W.HOST_AUDIO),
    "E01d": Rule(_M, "The recording can be had in parts (Accept-Ranges).", _W.HOST_AUDIO),
    "E02": Rule(_M, "A part of the recording answers 206 with the right bytes.", _W.HOST_AUDIO),
    "E04": Rule(_M, "A part that there is not answers 416 with the whole length.", _W.HOST_AUDIO),
    "E05": Rule(_M, "A part of an older recording answers with the whole of the new one.", _W.HOST_AUDIO),
    "E06": Rule(_S, "The recording has an ETag or says when it was modified.", _W.HOST_AUDIO),
    "E07b": Rule(_S, "The recording's first bytes fit its type.", _W.HOST_AUDIO),
    "E08": Rule(_M, "A unit of ranges that nobody knows is passed over or refused.", _W.HOST_AUDIO),
    "E09": Rule(_M, "The recording is not compressed on its way.", _W.HOST_AUDIO),
    "T01": Rule(_M, "Transcripts and chapters answer with their media type."),
}
"""Every rule that is judged, by its name."""
