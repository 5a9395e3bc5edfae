"""How each language asks what a main clause answers: patterns and forms for `Inquirer`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from server.engine.writing.european.romance_order import french_pronoun


@dataclass(frozen=True, slots=True)
class Inquiry:
    """How a language asks; `{what}` is the subject, `{verb}` its verb, `{noun}` what is counted, `{date}` when."""

    code: str
    articles: str
    """First words of a subject, as an alternation that ends with the space or apostrophe."""
    links: str
    """What joins two nouns to one phrase."""
    auxiliaries: str
    passive: str
    """Forms of `to be` before a participle."""
    participle: str
    copulas: str
    no_verbs: frozenset[str]
    adverbs: str
    """What may stand between verb and number: still, about, more than."""
    ages: str
    """Units that nobody asks for with "how many": years of age, money."""
    adjectives: str
    """Those that stand before their noun."""
    date: str
    """A date with its preposition, before the main clause or behind the verb."""
    by: str
    thinking: str
    """Stems of verbs of saying and thinking."""
    that: str
    """The word that begins what somebody says or thinks."""
    saying: str
    """Verbs after a quotation."""
    stands: str
    """Verbs of place."""
    amounts: str
    """A verb with which a sum or a measure is told."""
    how_much: str
    many: Callable[[str, str], str]
    """The counted noun, with an adjective before it, as the question begins; empty where its gender isn't certain."""
    how_many: str
    when: str
    by_whom: str
    where: str
    what_says: str
    quoted: str
    """What somebody says whose words are quoted."""
    elided: bool = False
    agreeing: Callable[[str, str], str] = lambda verb, _: verb
    """The verb as it stands behind what is counted; empty where it would have to agree with a noun of unknown gender."""


def _french_many(noun: str, adjective: str) -> str:
    first = adjective or noun
    mute = first[0] in "aeiouyéèêâîôû" or (first[0] == "h" and first not in _ASPIRATED)
    return f"{'d’' if mute else 'de '}{adjective}{noun}".replace("’", "'")


def _french_agreeing(verb: str, noun: str) -> str:
    """A participle agrees with what it counts, once that stands before it: "Combien de livres a prêtés"."""
    auxiliary, _, participle = verb.rpartition(" ")
    if not auxiliary or auxiliary.split()[0] not in {"a", "ont", "avait", "avaient", "eut"}:
        return verb
    taking_up = french_pronoun(f"les {noun}", is_plural=True)
    ending = {"ils": "s", "elles": "es"}.get(taking_up, "")
    bare = participle if participle.endswith("s") and ending == "s" else participle + ending
    return f"{auxiliary} {bare}" if ending else ""


_ASPIRATED = frozenset(
    "haies hangars hauteurs hêtres héros hameaux harengs haricots handicapés hiboux hublots huit".split()
)


def _gendered(
    male: str, female: str, *, feminine: str, masculine: str, odd: frozenset[str]
) -> Callable[[str, str], str]:
    """How many, by the noun's ending; nothing where an ending goes with both. `odd` are masculine, whatever they end in."""

    def many(noun: str, adjective: str) -> str:
        if noun not in odd and re.search(rf"(?:{feminine})$", noun):
            return f"{female} {adjective}{noun}"
        is_male = noun in odd or re.search(rf"(?:{masculine})$", noun)
        return f"{male} {adjective}{noun}" if is_male else ""

    return many


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MONTH = r"[a-zà-ÿ]{3,10}"
_UNITS = "degrés|grados|gradi|graus|por|per|pour|euros?|kg|km|dólares|francs?|pesetas|lire|reais"


def _french() -> Inquiry:
    return Inquiry(
        date=rf"(?:[Ee]n (?:{_MONTH} )?\d{{4}}|[Ll]e \d{{1,2}}(?:er)? {_MONTH} \d{{4}}|[Dd]epuis \d{{4}})",
        code="fr",
        articles="[Ll]['’]|[Ll]e |[Ll]a |[Ll]es ",
        links="de |du |des |d['’]|de la |de l['’]",
        auxiliaries="a|ont|avait|avaient|eut|a déjà|a encore",
        passive="est|sont|était|étaient|fut|furent|a été|ont été|avait été|sera|seront",
        participle=r"[a-zà-ÿ]{2,}(?:ée?s?|ie?s?|ue?s?|ise?s?|te?s?)",
        copulas="est|sont|était|étaient|fut|furent|sera|seront",
        no_verbs=_words(
            "à de du des en sur sous par pour avec sans dans et ou mais qui que dont où le la les un une ne pas plus moins il "
            "elle ils elles on ce cela ceci celui celle ceux celles entre après avant dès depuis chez vers lors comme si tous "
            "toutes chaque leurs leur son sa ses notre nos mon ma mes cette ces cet tout rien personne chacun beaucoup aussi"
        ),
        adverbs="encore|déjà|environ|quelque|quelques|près de|plus de|moins de|jusqu['’]à|à peine|presque|seulement|aussi",
        ages=f"{_UNITS}|ans?|fois|heures?|pour|millions?|milliards?",
        adjectives="nouveaux|nouvelles|grands|grandes|petits|petites|jeunes|autres|premiers|premières|anciens|anciennes|vieux|vieilles",
        by="par",
        thinking="dit|disent|expliqu|propos|affirm|assur|croi|veu|voul|espèr|crai|souti|soulign|demand|exig|calcul|estim|conclu|montr|rappel|recommand|annonc|prévoi|pens|reconn|constat",
        that="que|qu",
        saying="dit|explique|résume|raconte|précise|ajoute|affirme|répond|reconnaît|assure|observe|conclut|soutient|estime",
        stands="se trouve|se trouvent|se situe|se situent|est situé|est située|sont situés|sont situées",
        amounts="est de|était de|s['’]élève à|s['’]élevait à|atteint",
        how_much="À combien s'élève {what} ?",
        many=_french_many,
        how_many="Combien {many} {verb} {what}{date} ?",
        when="Quand {verb} {what} ?",
        by_whom="Par qui {verb} {what}{date} ?",
        where="Où {verb} {what} ?",
        what_says="Que {verb} {what} ?",
        quoted="Que dit {what} ?",
        elided=True,
        agreeing=_french_agreeing,
    )


def _spanish() -> Inquiry:
    return Inquiry(
        date=rf"(?:[Ee]n (?:{_MONTH} de )?\d{{4}}|[Ee]l \d{{1,2}} de {_MONTH} de \d{{4}}|[Dd]esde \d{{4}})",
        code="es",
        articles="[Ee]l |[Ll]a |[Ll]os |[Ll]as ",
        links="de |del |de la |de los |de las ",
        auxiliaries="ha|han|había|habían",
        passive="es|son|era|eran|fue|fueron|ha sido|han sido|será|serán",
        participle=r"[a-zà-ÿ]{2,}(?:ad[oa]s?|id[oa]s?|t[oa]s?|ch[oa]s?)",
        copulas="es|son|era|eran|fue|fueron|será|serán",
        no_verbs=_words(
            "a de del en sobre por para con sin y e o u pero que quien cuyo donde el la los las un una no más menos se lo le les "
            "su sus entre tras antes después desde hasta como si todo todos todas cada mi mis este esta estos estas ese esa esos "
            "esas nada nadie alguien uno unos unas él ella ellos ellas yo esto eso ello también"
        ),
        adverbs="todavía|aún|ya|unos|unas|cerca de|casi|más de|menos de|hasta|apenas|solo|sólo|alrededor de",
        ages=f"{_UNITS}|años?|veces|horas?|millones|por|días",
        adjectives="nuevos|nuevas|grandes|pequeños|pequeñas|jóvenes|otros|otras|primeros|primeras|antiguos|antiguas|viejos|viejas",
        by="por",
        thinking="dic|dij|explic|propon|propus|afirm|asegur|cree|creí|quier|quis|esper|teme|sosten|sostien|advier|pid|exig|calcul|estim|conclu|demostr|muestr|recuerd|señal|subray|argument|defiend|recomiend|anunci|prevé|confía|reconoc|sab",
        that="que",
        saying="dice|dijo|explica|explicó|resume|cuenta|contó|precisa|añade|afirma|responde|respondió|reconoce|asegura|protesta",
        stands="se encuentra|se encuentran|está situado|está situada|están situados|están situadas|se halla|se hallan",
        amounts="es de|era de|fue de|asciende a",
        how_much="¿De cuánto es {what}?",
        many=_gendered(
            "¿Cuántos",
            "¿Cuántas",
            feminine=r"as|ciones|siones|dades|tudes|\bmujeres|\bnaves|\bllaves|\bvoces|\bcalles|\bnoches|\bclases|\bpartes|\bbases|\bflores|\blabores|\bfuentes|"
            r"\bmanos|\bfotos|\bmotos|\bmadres|\btorres|\bredes|\bparedes|\bleyes|\bluces|\bcruces|\braíces",
            masculine="os|ores|animales|hospitales|locales|canales|materiales|ejemplares|lugares|hogares|pares|anes|iles|"
            "árboles|ajes|antes|clientes|agentes|pacientes|puentes|asistentes|meses|hoteles|papeles|trenes|bienes",
            odd=_words(
                "días problemas sistemas programas idiomas temas mapas poemas turistas artistas ciclistas guardas"
            ),
        ),
        how_many="{many} {verb} {what}{date}?",
        when="¿Cuándo {verb} {what}?",
        by_whom="¿Por quién {verb} {what}{date}?",
        where="¿Dónde {verb} {what}?",
        what_says="¿Qué {verb} {what}?",
        quoted="¿Qué dice {what}?",
    )


def _italian() -> Inquiry:
    return Inquiry(
        date=rf"(?:[Nn]el(?:l['’]| )(?:{_MONTH} del )?\d{{4}}|[Ii]l \d{{1,2}} {_MONTH} \d{{4}}|[Dd]al \d{{4}})",
        code="it",
        articles="[Ll]['’]|[Ii]l |[Ll]o |[Ll]a |[Ii] |[Gg]li |[Ll]e ",
        links="di |del |della |dei |delle |degli |dell['’]|d['’]",
        auxiliaries="ha|hanno|aveva|avevano",
        passive="è|sono|era|erano|fu|furono|è stat[oa]|sono stat[ie]|era stat[oa]|venne|vennero|sarà|saranno",
        participle=r"[a-zà-ÿ]{2,}(?:at[oaie]|it[oaie]|ut[oaie]|[st]t[oaie]|s[oaie])",
        copulas="è|sono|era|erano|fu|furono|sarà|saranno",
        no_verbs=_words(
            "a di da in su per con senza e o ma che chi cui dove il lo la i gli le un una uno non più meno si ne ci vi del della "
            "dei delle degli al alla ai alle nel nella sul sulla tra fra dopo prima fino come se tutto tutti tutte ogni mio mia "
            "suo sua suoi sue questo questa questi queste quello quella niente nulla nessuno lui lei loro anche poi"
        ),
        adverbs="ancora|già|circa|quasi|più di|meno di|oltre|fino a|appena|solo|soltanto|almeno",
        ages=f"{_UNITS}|anni|volte|ore|milioni|miliardi|per|giorni",
        adjectives="nuovi|nuove|grandi|piccoli|piccole|giovani|altri|altre|primi|prime|antichi|antiche|vecchi|vecchie",
        by="da|dal|dalla|dall['’]|dai|dalle|dagli",
        thinking="dic|diss|spieg|propon|afferm|assicur|cred|vuol|vogli|sper|teme|sosten|sostien|sottoline|chied|chies|calcol|stim|conclu|dimostr|mostr|ricord|raccomand|annunci|preved|pens|riconosc|not|osserv|scopr",
        that="che",
        saying="dice|disse|spiega|riassume|racconta|precisa|aggiunge|afferma|risponde|riconosce|assicura|osserva|ammette",
        stands="si trova|si trovano|è situat[oa]|sono situat[ie]|sorge|sorgono",
        amounts="è di|era di|ammonta a",
        how_much="A quanto ammonta {what}?",
        many=_gendered(
            "Quanti",
            "Quante",
            feminine=r"e|zioni|sioni|gioni|nioni|stioni|trici|tà|\bmani|\bnavi|\bvoci|\bparti|\bclassi|\bnotti|\bchiavi|\breti|\bpareti|\bvalli|\bmadri|\btorri|"
            r"\bleggi|\bluci|\bcroci|\bpelli|\bfonti|\barmi|\bali|\bcanzoni|\bmogli|\bstrofi",
            masculine="i",
            odd=_words("km"),
        ),
        how_many="{many} {verb} {what}{date}?",
        when="Quando {verb} {what}?",
        by_whom="Da chi {verb} {what}{date}?",
        where="Dove {verb} {what}?",
        what_says="Che cosa {verb} {what}?",
        quoted="Che cosa dice {what}?",
    )


def _portuguese() -> Inquiry:
    return Inquiry(
        date=rf"(?:[Ee]m (?:{_MONTH} de )?\d{{4}}|[Aa] \d{{1,2}} de {_MONTH} de \d{{4}}|[Dd]esde \d{{4}})",
        code="pt",
        articles="[Oo] |[Aa] |[Oo]s |[Aa]s ",
        links="de |do |da |dos |das ",
        auxiliaries="tem|têm|tinha|tinham|havia",
        passive="é|são|era|eram|foi|foram|tem sido|será|serão",
        participle=r"[a-zà-ÿ]{2,}(?:ad[oa]s?|íd[oa]s?|id[oa]s?|t[oa]s?|st[oa]s?)",
        copulas="é|são|era|eram|foi|foram|será|serão",
        no_verbs=_words(
            "a de do da dos das em no na nos nas sobre por pelo pela para com sem e ou mas que quem cujo onde o os as um uma não "
            "mais menos se lhe lhes seu sua seus suas entre após antes depois desde até como todo todos todas cada este esta "
            "estes estas esse essa esses essas nada ninguém alguém uns umas ele ela eles elas isto isso também já ainda"
        ),
        adverbs="ainda|já|cerca de|quase|mais de|menos de|até|apenas|só|uns|umas|perto de",
        ages=f"{_UNITS}|anos?|vezes|horas?|milhões|por|dias",
        adjectives="novos|novas|grandes|pequenos|pequenas|jovens|outros|outras|primeiros|primeiras|antigos|antigas|velhos|velhas",
        by="por|pelo|pela|pelos|pelas",
        thinking="diz|diss|explic|propõ|propô|afirm|assegur|acredit|quer|esper|teme|sustent|sublinh|pede|pedi|exig|calcul|estim|conclu|mostr|record|recomend|anunci|prevê|pens|reconhec|garant|defend",
        that="que",
        saying="diz|disse|explica|explicou|resume|conta|contou|acrescenta|afirma|responde|reconhece|garante|argumenta|observa",
        stands="fica|ficam|encontra-se|encontram-se|situa-se|situam-se|está situad[oa]",
        amounts="é de|era de|foi de|ascende a",
        how_much="De quanto é {what}?",
        many=_gendered(
            "Quantos",
            "Quantas",
            feminine=r"as|ções|sões|gens|dades|\bmulheres|\bnaves|\bvozes|\bnoites|\bpartes|\bredes|\bparedes|\bflores|\bcores|\bdores|\bsementes|\bfontes|\bpontes|"
            r"\bárvores|\bcolheres|\braízes|\bluzes|\bcruzes|\bnozes|\btorres|\bchaves|\bmães|\bmãos|\bmortes|\btardes|\bestantes|\bfotos|\bmotos",
            masculine="os|ores|ais|éis|óis|antes|clientes|agentes|dentes|acidentes|presidentes|meses|pães",
            odd=_words("dias problemas sistemas programas idiomas temas mapas poemas turistas artistas ciclistas"),
        ),
        how_many="{many} {verb} {what}{date}?",
        when="Quando {verb} {what}?",
        by_whom="Por quem {verb} {what}{date}?",
        where="Onde {verb} {what}?",
        what_says="O que {verb} {what}?",
        quoted="O que diz {what}?",
    )


INQUIRIES: dict[str, Callable[[], Inquiry]] = {
    "fr": _french,
    "es": _spanish,
    "it": _italian,
    "pt": _portuguese,
}
