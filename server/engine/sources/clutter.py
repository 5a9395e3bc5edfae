"""The words by which a page's furniture is known: navigation, consent, advertising, teasers, comments."""

# Lists of words are easier to read and extend on one line each.
# ruff: noqa: E501

from __future__ import annotations

import functools
import re
from enum import Enum


class Clutter(Enum):
    """What a line of furniture is, and how far it reaches."""

    LINE = "line"
    """Itself and nothing else."""
    PROMOTION = "promotion"
    """An advertisement or newsletter box: what follows directly."""
    TEASERS = "teasers"
    """A list of other articles: until running text resumes."""
    AUTHOR = "author"
    """A note on the author: one paragraph."""
    COMMENTS = "comments"
    """Readers' comments: everything after it."""


def _any(*alternatives: str) -> str:
    return "(?:" + "|".join(alternatives) + ")"


def _compiled(*alternatives: str) -> re.Pattern[str]:
    return re.compile(_any(*alternatives), re.IGNORECASE)


_SOCIAL = _any(
    "facebook", "twitter", "x", "whats ?app", "linkedin", "pinterest", "reddit", "telegram", "instagram", "threads",
    "bluesky", "mastodon", "xing", "tumblr", "flipboard", "pocket", "e-?mail", "mail", "sms", "print", "drucken",
    "imprimer", "imprimir", "stampa", "copy(?: the)? link", "link kopieren", "copier le lien", "copiar enlace",
    "copia link", "copiar link", "copy", "bookmark", "merken", "save", "rss",
)  # fmt: skip
_SHARE = _any("share", "teilen", "partager", "compartir", "comparte", "condividi", "compartilhar", "partilhar")
_NAVIGATION = _any(
    "menu", "menü", "search", "suche", "home", "homepage", "start(?:seite)?", "log ?in", "log ?out", "sign ?in",
    "sign ?up", "register", "my account", "mein konto", "anmelden", "abmelden", "registrieren", "abo(?:nnieren)?",
    "e-?paper", "subscribe(?: now| from .{1,30})?", "subscription", "subscriptions", "abonnement", "abonnieren", "s'abonner",
    "suscríbete", "suscribirse", "abbonati", "assine", "connexion", "se connecter", "iniciar sesión", "accedi", "entrar", "rechercher",
    "buscar", "cerca", "navigation", "hauptmenü", "inhalt", "sections", "all sections", "sitemap", "close", "schließen", "fermer",
    "cerrar", "chiudi", "fechar", "previous(?: article| post)?", "next(?: article| post)?", "back", "zurück", "weiter",
    "donate", "shop", "help", "hilfe", "contact(?: us)?", "kontakt", "about(?: us)?", "über uns", "faq",
    "newsletters?", "podcasts?", "videos?", "classifieds", "jobs", "weather(?: .{0,12})?", "wetter(?: .{0,12})?",
)  # fmt: skip
_LEGAL = _any(
    "imprint", "impressum", "privacy(?: policy| notice| settings)?", "datenschutz(?:erklärung)?", "terms(?: of (?:use|service))?",
    "terms (?:and|&) conditions", "agb", "cookies?", "cookie[- ](?:settings|policy|preferences|einstellungen|hinweis)",
    "careers", "jobs", "advertise(?: with us)?", "werben", "mediadaten", "accessibility", "barrierefreiheit", "contact(?: us)?",
    "kontakt", "mentions légales", "confidentialité", "politique de confidentialité", "aviso legal", "política de privacidad",
    "política de cookies", "note legali", "privacidade", "termos de uso", "sitemap", "press", "presse", "help", "about(?: us)?",
    "corrections", "complaints", "back to top", "archive", "e-?paper", "log ?in", "subscribe.{0,30}", "abonn?ieren",
)  # fmt: skip

_LINE = _compiled(
    "(?:skip|jump) to (?:the )?(?:main |page )?(?:content|navigation|menu|search)",
    "zum (?:haupt)?inhalt(?: springen)?",
    "aller au contenu(?: principal)?",
    "(?:saltar|ir) al contenido(?: principal)?",
    "(?:vai|salta) al contenuto(?: principale)?",
    "(?:saltar|pular|ir) para o conteúdo(?: principal)?",
    rf"{_NAVIGATION}(?:\s*[|·•/]\s*{_NAVIGATION})*",
    rf"{_LEGAL}(?:\s*[|·•]\s*{_LEGAL})+",
    rf"{_SHARE}(?: this)?(?: (?:diesen|den|cet|este|esta|questo)?\s?(?:article|page|story|post|artikel|artículo|articolo|artigo))?(?: (?:on|via|auf|sur|en|su|em))?[:\s]*(?:[\s|,·]*{_SOCIAL})*",
    rf"{_SOCIAL}(?:[\s|,·]+{_SOCIAL})*",
    r"(?:back|return) to (?:the )?(?:top|homepage|start)|nach oben|zum seitenanfang|haut de page|volver arriba|torna su|voltar ao topo",
    r"(?:©|\(c\)|copyright\b).{0,120}|.{0,80}(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|tutti i diritti riservati|todos os direitos reservados).{0,60}",
    r"(?:read (?:also|more|next|on|the full (?:story|article))|also read|see also|more on this|related|don't miss|you (?:may|might) (?:also )?(?:like|be interested in)|recommended|watch|listen|in pictures)\s*[:>»–|].{1,200}",
    r"(?:lesen sie (?:auch|mehr|hier)|mehr (?:dazu|zum thema)|auch interessant|(?:lire|à lire|voir) aussi|à lire(?: également)?|sur le même sujet|(?:lea|lee|leer|vea) también|leer más|te puede interesar|leggi anche|potrebbe interessarti|leia (?:também|mais)|veja também)\s*[:>»–|].{1,200}",
    r"(?:read more|continue reading|weiterlesen|mehr lesen|lire la suite|seguir leyendo|continua a leggere|continuar lendo|leia mais)\s*[.…>»→]*",
    r"(?:load|show|view|see|read) (?:more|all)(?: (?:comments|stories|articles|posts|replies))?(?: \(\d+\))?",
    r"more (?:articles|stories|posts|news) (?:by|from|about|in|on) .{1,60}|more (?:articles|stories)",
    r"(?:report|reply|like|upvote|downvote|antworten|melden|répondre|responder|rispondi)(?:\s*[|·•]\s*(?:report|reply|like|share|antworten|melden|\d+))+",
    r"(?:follow|find|join) us(?: on)? .{0,60}|folgen sie uns.{0,60}|suivez-nous.{0,60}|síguenos.{0,60}|seguici.{0,60}|siga-nos.{0,60}",
    r"(?:download|get) (?:the|our) app.{0,40}|listen to this (?:article|story).{0,30}|(?:artikel|beitrag) anhören.{0,30}",
    r"(?:accept|reject|allow|decline|manage|alle|tout|aceptar|accetta|aceitar)(?: (?:all|akzeptieren|ablehnen|accepter|refuser|todo|tutti|tudo))?(?: cookies?)?(?: settings| preferences)?",
    r"(?:\[[^\]\[]{1,30}\]\s*){1,5}",
    r"[^\s>›»/][^>›»/.]{0,30}(?:\s+[>›»/]\s+[^>›»/.]{1,40}){1,6}",
    r"(?:loading|please wait|laden|chargement)\s*[.…]*|(?:play|pause|mute)(?: video)?|\d+ (?:comments?|shares?|kommentare?)|tags?\s*:.{1,100}|topics?\s*:.{1,100}|filed under.{1,100}|posted in.{1,100}",
    r"(?:click|tap) here .{1,60}|enable javascript.{0,80}|(?:your|this) browser (?:does not|doesn't) support.{0,80}|javascript (?:is|must be) .{0,80}",
    rf"{_LEGAL}|disclaimers?",
    r"(?:this|the) (?:article|story|piece|essay|post|column) (?:(?:first|originally|also) )?(?:appears|appeared|ran|was (?:first |originally )?published) .{0,160}",
    r"like this|like loading[.…]*|your e-?mail address will not be published.{0,80}|(?:proudly )?powered by .{1,40}|edit this page|what links here",
    r"(?:search|suche|rechercher|buscar|cerca)\b.{0,40}\[\s*\].{0,20}",
    r"you (?:have|['’]ve) (?:\d+|one|two|three|no) (?:more )?(?:free )?(?:articles?|stories) (?:left|remaining).{0,120}",
    r"(?:this (?:article|page) (?:was )?(?:printed|downloaded) from|printed from|retrieved from) .{0,120}",
)
_PROMOTION = _compiled(
    "advertisements?", "advert", "ad", "ads by .{1,30}", "anzeige", "werbung", "publicité", "publicidad", "pubblicità", "publicidade",
    "sponsored(?: content| post| by .{1,40})?", "promoted(?: content)?", "paid (?:content|post)", "partner content", "article continues (?:below|after) .{0,40}",
    "(?:our |the |get (?:our|the) |sign up (?:for|to) (?:our|the) |subscribe to (?:our|the) )(?:\\w+ ){0,3}newsletter.{0,60}", "newsletters?(?: sign[- ]?up)?", "infolettre", "boletín",
    "sign up (?:for|to) .{1,60}", "get (?:our |the )(?:[\\w'’]+ ){0,4}(?:newsletter|letter|briefing|digest|round-?up|alerts?)(?: .{0,40})?", "never miss (?:a|an) .{1,40}", "support (?:our|independent) journalism.{0,60}",
)  # fmt: skip
_TEASERS = _compiled(
    "(?:the )?most (?:read|popular|viewed|shared|commented|recent)(?: (?:articles|stories|in .{1,20}))?", "popular(?: (?:now|posts|stories|articles))?",
    "trending(?: now| stories)?", "top stories", "latest(?: (?:news|posts|stories|articles|headlines))?", "editor'?s'? (?:picks?|choice)", "must reads?",
    "related(?: (?:articles?|stories|posts|content|topics|links|news|coverage|reading))?", "recommended(?: (?:for you|stories|articles|reading))?", "you (?:may|might) also (?:like|enjoy|be interested in)",
    "more (?:from|in|on|like) .{1,40}", "more (?:stories|articles|news|to explore|top stories)",
    "(?:our )?(?:readers|others|people|you) also (?:liked|read|like|enjoyed|viewed|bought)", "you may have missed", "read next", "up next", "what to read next", "in other news", "around the web", "from the web", "see also",
    "meistgelesen(?:e artikel)?", "mehr (?:zum thema|aus .{1,30})", "das könnte (?:sie|dich) auch interessieren", "verwandte (?:artikel|themen)", "ähnliche artikel", "auch interessant",
    "les plus lus", "articles? liés?", "sur le même (?:sujet|thème)", "à lire aussi", "à la une", "lo más (?:leído|visto)", "(?:noticias|artículos) relacionad[oa]s", "te puede interesar", "más noticias",
    "i più letti", "articoli correlati", "leggi anche", "potrebbe interessarti(?: anche)?", "(?:as )?mais lid[oa]s", "(?:notícias|artigos|matérias) relacionad[oa]s", "leia (?:também|mais)", "veja também",
)  # fmt: skip
_AUTHOR = _compiled(
    "about (?:the|this) (?:authors?|writer|columnist|contributor)", "the authors?", "meet the author", "über (?:den|die) autor(?:in|en)?", "zur person des autors", "zum autor", "zur autorin", "à propos de l'auteur(?:e)?",
    "(?:sobre|acerca de) (?:el|la|o|a) autora?", "(?:l'autore|l'autrice|sull'autore)", "about .{2,40}, author",
)  # fmt: skip
_COMMENTS = _compiled(
    r"(?:\d+ )?(?:(?:reader|user) )?comments?(?: section)?(?: ?\(\d+\)| ?\d+| on .{1,80})?", r"(?:\d+ )?(?:leser)?kommentare?(?: ?\(\d+\))?", r"(?:\d+ )?commentaires?(?: ?\(\d+\))?",
    r"(?:\d+ )?comentarios(?: ?\(\d+\))?", r"(?:\d+ )?commenti(?: ?\(\d+\))?", r"(?:\d+ )?comentários(?: ?\(\d+\))?", "leave a (?:comment|reply)", "join the (?:conversation|discussion)", "post a comment", "(?:einen )?kommentar (?:schreiben|verfassen)",
    r"\d+ (?:responses|thoughts|replies) (?:to|on) .{1,120}", "what do you think\\?", "your (?:comments|views)", "discussion(?: ?\\(\\d+\\))?",
)  # fmt: skip
_KINDS = (
    (Clutter.COMMENTS, _COMMENTS),
    (Clutter.PROMOTION, _PROMOTION),
    (Clutter.TEASERS, _TEASERS),
    (Clutter.AUTHOR, _AUTHOR),
    (Clutter.LINE, _LINE),
)

_STRONG = _compiled(
    "(?:skip|jump) to .{1,40}", "zum (?:haupt)?inhalt.{0,12}", "aller au contenu.{0,12}", "(?:saltar|ir) al contenido.{0,12}", "(?:vai|salta) al contenuto.{0,12}", "(?:saltar|pular|ir) para o conteúdo",
    "©.{0,120}", ".{0,80}(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|tutti i diritti riservati|todos os direitos reservados).{0,60}", r"(?:\[[^\]\[]{1,30}\]\s*){1,5}", "back to top", "accept all.{0,20}",
)  # fmt: skip
_CONSENT_WORDS = _compiled(
    r"cookies?\b", r"\bpartners?\b|\bpartnern?\b|\bpartenaires\b|\bsocios\b", r"\bconsent\b|einwillig|consentement|consentimiento|consenso|consentimento", r"\bprivacy\b|datenschutz|confidentialité|privacidad|privacidade",
    r"personal(?:ised|ized)? (?:data|ads|content)|personenbezogen|données personnelles|datos personales|dati personali|dados pessoais", r"\badvertising\b|werbung|publicité|publicidad|pubblicità|publicidade",
    r"(?:store|access)\b.{0,40}\bdevice|auf (?:ihrem|einem) gerät|votre appareil|su dispositivo|tuo dispositivo|seu dispositivo", r"accept all|alle akzeptieren|tout accepter|aceptar todo|accetta tutti|aceitar tudo", r"measurement|analytics",
)  # fmt: skip
_CONSENT_CORE = _compiled(
    r"\bconsent\b|einwillig|consentement|consentimiento|consenso|consentimento", r"accept all|alle akzeptieren|tout accepter|aceptar todo|accetta tutti|aceitar tudo",
    r"(?:use|uses|using) (?:of )?cookies|cookies? (?:policy|settings|preferences)|verwende\w* .{0,20}cookies|utilis\w+ (?:des |de )?cookies|utiliza\w* (?:las )?cookies|utilizz\w+ (?:i )?cookie|usa\w* cookies",
)  # fmt: skip
_AD_WORDS = re.compile(
    r"\d ?%|\b(?:www\.|https?://)|\b(?:book|buy|order|shop|save|offer|deal|sale|discount|free|now|today|try|win|jetzt|kaufen|sparen|"
    r"bestellen|rabatt|offre|achetez|compra|oferta|descuento|sconto|acquista|promoção|desconto)\b|!",
    re.IGNORECASE,
)
_SIGN_UP = re.compile(
    r"e-?mail|inbox|sign up|subscribe|newsletter|unsubscribe|agree to|terms|postfach|anmelden|inscri|suscr|iscriv|inscrev",
    re.IGNORECASE,
)
_IMAGE = re.compile(
    r"\[(?:image|img|photo|picture|bild|foto|imagen|immagine|imagem|video|graphic|figure|illustration|gallery|embed|map)\b[^\]]*\]|"
    r"!\[[^\]]*\]\([^)]*\)|<(?:image|img|figure)[^>]*>",
    re.IGNORECASE,
)
_CREDIT = re.compile(
    r"(?:^|[\s(])(?:photo(?:graph)?s?|fotos?|images?|graphics?|grafik|illustrations?|pictures?|bild(?:er)?|credits?|crédits?(?: photo)?|imagen|immagine|imagem|video|©)"
    r"(?: credits?| by| courtesy(?: of)?)?\s*[:/]\s*\S.{0,80}$|©\s?[^\W\d].{1,60}$|\((?:AP|Reuters|AFP|dpa|Getty Images|EPA)[^)]{0,60}\)\.?$",
    re.IGNORECASE,
)
_NUMBERED_CAPTION = re.compile(
    r"(?:figure|fig\.|table|abb(?:ildung|\.)|tab(?:elle|\.)|figura|tabla|tabella|tabela|tableau|exhibit|chart|plate|box)\s+"
    r"(?:\d+|[A-Z])(?:[.–-]\d+)*[a-z]?\s*[:.–—]\s+\S",
    re.IGNORECASE,
)
_CORRECTION = re.compile(
    r"(?:correction|clarification|editor'?s'? note|erratum|update|korrektur|berichtigung|anm(?:erkung|\.) d(?:er|\.) red(?:aktion|\.)|hinweis der redaktion|"
    r"rectificatif|correctif|erratum|corrección|rectificación|fe de erratas|correzione|rettifica|errata corrige|correção|errata)\b[^:]{0,40}[:–—]\s*\S",
    re.IGNORECASE,
)
_MENU_LEAST, _MENU_KNOWN, _MENU_WORDS = 4, 2, 3
"""Entries of a line of links, those of them that are known, and words of each, by which the others are links too."""


@functools.lru_cache(maxsize=8192)
def clutter_of(text: str) -> Clutter | None:
    """What piece of furniture a line is, or None when it may belong to the article."""
    text = text.strip().strip("*_#").strip()
    if not text or len(text) > 260:
        return None
    bare = text.rstrip(":").strip(" -–—=~•·")
    for kind, pattern in _KINDS:
        if pattern.fullmatch(bare):
            return kind
    segments = [segment.strip() for segment in re.split(r"\s+[|·•]\s+|\s{2,}", text)]
    if len(segments) > 1 and _COMMENTS.fullmatch(segments[0]) and segments[0][:1].isdigit():
        return Clutter.COMMENTS
    known = sum(bool(_LINE.fullmatch(segment) or _PROMOTION.fullmatch(segment)) for segment in segments)
    is_menu = known >= _MENU_KNOWN and len(segments) >= _MENU_LEAST
    is_menu = is_menu and all(len(segment.split()) <= _MENU_WORDS for segment in segments)
    if len(segments) > 1 and (known == len(segments) or is_menu):
        return Clutter.LINE
    return None


def is_telling(text: str) -> bool:
    """Whether a line of furniture stands on web pages only, so that one of it says what the text is."""
    return bool(_STRONG.fullmatch(text.strip()))


def is_consent(text: str) -> bool:
    """Whether a paragraph asks for consent to cookies and the like."""
    found = {match.group().lower()[:6] for match in _CONSENT_WORDS.finditer(text[:1500])}
    return len(found) >= (3 if len(text.split()) > 30 else 2) and bool(_CONSENT_CORE.search(text))


def is_advertising(text: str) -> bool:
    """Whether a short text below an advertisement's label is the advertisement."""
    return len(text.split()) <= 25 and bool(_AD_WORDS.search(text))


def is_sign_up(text: str) -> bool:
    """Whether a short text belongs to a newsletter's form."""
    return len(text.split()) <= 40 and bool(_SIGN_UP.search(text))


def is_image_marker(text: str) -> bool:
    """Whether a line only stands for a picture."""
    return bool(_IMAGE.fullmatch(text.strip()))


def is_caption(text: str) -> bool:
    """Whether a short text is a picture's or a table's caption: it ends in a credit or begins with its number."""
    return len(text.split()) <= 45 and bool(_CREDIT.search(text) or _NUMBERED_CAPTION.match(text))


def is_correction(text: str) -> bool:
    """Whether a paragraph is a newsroom's correction or note."""
    return bool(_CORRECTION.match(text.strip("*_ ")))
