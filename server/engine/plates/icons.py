"""Icons by meaning: the first picture whose words a text has, in six languages, coloured as it is drawn.

The pictures are Lucide's (`resources/icons/lucide`, with its licence).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[3] / "resources" / "icons" / "lucide"

_MEANINGS: tuple[tuple[str, str], ...] = (
    ("triangle-alert", r"danger\w*|warn\w*|hazard\w*|risk\w*|gefahr\w*|riesgo\w*|risque\w*|rischi\w*|risco\w*"),
    ("flame", r"fires?|burn\w*|blaze|feuer\w*|brand\w*|incendi\w*|feux?|fuoco|fogo"),
    ("waves", r"flood\w*|surge|canals?|rivers?|seas?|ocean\w*|coast\w*|tide\w*|reservoirs?|lakes?|fluss\w*|meer\w*|kanal\w*|mer|rivière\w*|ríos?|mar|fium\w+|rios?"),
    ("snowflake", r"ice|snow\w*|frost|frozen|freez\w*|glacier\w*|eis|schnee\w*|neige|glace|nieve|hielo|neve|ghiaccio|gelo"),
    ("thermometer", r"temperature\w*|degrees?|warm\w*|heat\w*|cold\w*|temperatur\w*|grad|chaleur|calor\w*|temperatura\w*"),
    ("cloud-rain", r"rain\w*|storms?|weather|regen\w*|unwetter|pluie\w*|lluvia\w*|piogg\w+|chuva\w*"),
    ("ship", r"ferr(?:y|ies)|ships?|boats?|vessels?|harbou?r\w*|schiff\w*|fähre\w*|bateaux?|barcos?|nav[ei]|navios?"),
    ("train-front", r"trains?|railways?|rail|station\w*|bahn\w*|züge?|zug|chemins? de fer|tren\w*|treni?|comboios?"),
    ("bus", r"bus(?:es)?|trams?|autobus\w*|straßenbahn\w*"),
    ("truck", r"vans?|lorr(?:y|ies)|trucks?|deliver\w*|transport\w*|trailers?|lieferung\w*|camions?|camión|camiones|furgon\w*"),
    ("bike", r"bicycles?|bikes?|cycl\w+|fahrr[aä]d\w*|vélos?|bicicleta\w*|biciclett\w+"),
    ("car", r"cars?|vehicles?|motor\w*|autos?|voitures?|coches?|carros?"),
    ("plane", r"planes?|flights?|aircraft|airports?|flug\w*|avions?|vuelos?|aere[oi]|avi(?:ão|ões)"),
    ("recycle", r"recycl\w+|reus\w+|waste|scrap\w*|recycel\w*|abfall\w*|déchets?|residuos?|rifiuti|resíduos?"),
    ("wrench", r"repair\w*|maint\w+|workshops?|install\w*|fix\w*|mend\w*|reparatur\w*|werkstatt|répar\w+|repara\w+|ripara\w+"),
    ("settings", r"machines?|devices?|units?|pumps?|engines?|valves?|maschine\w*|geräte?|machines?|máquina\w*|macchin\w+"),
    ("gauge", r"pressure|speed|flow|bar|performance|druck|geschwindigkeit\w*|pression|presión|pressão|velocidad\w*"),
    ("droplets", r"water|litres?|liters?|glycol|fluid\w*|wasser\w*|liter|eau|agua|acqua|água"),
    ("plug", r"electric\w*|power|energy|volt\w*|kwh|strom\w*|energie\w*|énergie|energía|energia|électri\w+|eléctric\w+"),
    ("sun", r"sun\w*|solar|summer\w*|drought\w*|dürre\w*|sommer\w*|soleil|été|sol|verano|estate|seca"),
    ("tree-deciduous", r"trees?|forests?|woods?|b[aä]um\w*|wald\w*|wälder\w*|arbres?|árbol\w*|alber\w+|árvores?"),
    ("sprout", r"seeds?|plant\w*|grow\w*|garden\w*|agricult\w*|farm\w*|samen|pflanz\w*|semences?|semillas?|sement\w*|gart\w+"),
    ("wheat", r"wheat|grain|crops?|harvest\w*|weizen|ernte\w*|blé|trigo|grano|cosecha\w*"),
    ("fish", r"fish\w*|fisch\w*|poissons?|pescad\w*|peixes?|pesc\w+"),
    ("bird", r"birds?|v[oö]gel\w*|oiseaux?|aves?|pájaros?|uccell\w+|pássaros?"),
    ("heart-pulse", r"health\w*|hospitals?|patients?|ill\w*|disease\w*|medic\w*|gesundheit\w*|krank\w*|santé|salud|salute|saúde"),
    ("pill", r"drugs?|mercury|doses?|medicines?|arznei\w*|médicament\w*|medicament\w*|farmac\w*"),
    ("hand-coins", r"grants?|donat\w*|fund\w*|subsid\w*|spende\w*|förder\w*|subvention\w*|donacion\w*|contribut\w*"),
    ("receipt", r"fines?|fees?|tax\w*|bills?|invoice\w*|steuer\w*|gebühr\w*|amendes?|impôts?|multas?|impuestos?|tasse|impostos?"),
    ("shopping-cart", r"sales?|sold|shops?|buy\w*|purchas\w*|customers?|verkauf\w*|läden|kund\w*|ventes?|magasins?|ventas?|tiendas?|vendit\w*|negozi\w*|vendas?|lojas?"),
    ("coins", r"income|revenue|surplus|profit\w*|costs?|prices?|money|budget\w*|million|euros?|pounds?|dollars?|wages?|insurer|einnahmen|kosten|preis\w*|geld\w*|revenus?|coûts?|prix|ingresos?|costes?|precios?|costi|prezz\w+|custos?|preços?"),
    ("handshake", r"agree\w*|contracts?|partner\w*|cooperat\w*|merg\w*|vertrag\w*|verträge|accords?|contrats?|acuerdos?|contratos?|accord\w*|acordos?"),
    ("vote", r"vot\w+|election\w*|council\w*|parliament\w*|wahl\w*|stadtrat\w*|élection\w*|conseil|elecci\w*|consejo|elezion\w*|consiglio|eleiç\w*"),
    ("gavel", r"law\w*|courts?|acts?|judge\w*|polic(?:y|ies)|rul(?:e|es|ing)|regulat\w*|gesetz\w*|gericht\w*|lois?|tribunal\w*|ley(?:es)?|legg\w+|leis?"),
    ("hard-hat", r"workers?|labou?r\w*|construct\w*|buil[dt]\w*|arbeiter\w*|bau\w*|ouvri\w+|constru\w+|obreros?|opera[ii]o?|operári\w+"),
    ("users", r"people|members?|staff|employ\w*|population|inhabitants?|visitors?|households?|children|persons?|menschen|mitglied\w*|mitarbeit\w*|einwohner\w*|anwohner\w*|personnes?|membres?|habitants?|personas?|miembros?|habitantes?|person[ei]|soci|abitanti|pessoas?|membros?"),
    ("graduation-cap", r"schools?|universit\w*|students?|teach\w*|educat\w*|learn\w*|schule\w*|hochschule\w*|écoles?|escuelas?|scuol\w+|escolas?|univers\w+"),
    ("book-open", r"books?|librar(?:y|ies)|read\w*|writ\w+|b[uü]ch\w*|bibliothe\w+|livres?|libros?|libr[oi]|bibliote\w+|livros?"),
    ("microscope", r"research\w*|scien\w+|stud(?:y|ies)|experiment\w*|laborator\w*|sampl\w*|forsch\w*|versuch\w*|recherche\w*|investiga\w*|ricerc\w+|pesquisa\w*"),
    ("music", r"music\w*|songs?|instrument\w*|accord[ei]on\w*|musik\w*|musique\w*|música\w*|musica\w*"),
    ("mic", r"voices?|radio|podcast\w*|interview\w*|stimme\w*|voix|voz|voce"),
    ("camera", r"photo\w*|cameras?|pictures?|images?|foto\w*|kamera\w*"),
    ("cpu", r"computers?|software|digital\w*|chips?|algorithm\w*|rechner|ordinateur\w*|ordenador\w*|computador\w*"),
    ("lighthouse", r"lighthouses?|leuchtt[uü]rm\w*|phares?|faros?|fari|far[oó]\w*|faróis"),
    ("factory", r"factor(?:y|ies)|industr\w*|manufactur\w*|plants?|mills?|fabrik\w*|werk\w*|usines?|fábricas?|fabbric\w+"),
    ("landmark", r"museum\w*|monument\w*|palace|government\w*|king\w*|century|rathaus|musées?|museos?|muse[oi]|museus?|siglo|siècle|secolo|século"),
    ("building", r"towns?|cit(?:y|ies)|streets?|depots?|offices?|st[aä]dt\w*|straße\w*|villes?|rues?|ciudad\w*|calles?|città|strad\w+|cidades?|ruas?"),
    ("mountain", r"mountains?|hills?|tunnels?|moors?|summit|berg\w*|montagne\w*|montañas?|montagn\w+|montanhas?"),
    ("ruler", r"metres?|meters?|kilomet\w+|miles?|long|length|width|km|länge|mètres?|kilómetros?|metros?|chilometr\w+|quilómetr\w+"),
    ("weight", r"tonnes?|kilograms?|weight|weigh\w*|heavy|tonnen|gewicht\w*|poids|toneladas?|peso|tonnellat\w+"),
    ("flask-conical", r"chemi\w+|acid\w*|mixture\w*|solution\w*|chemie\w*|químic\w+|chimi\w+"),
    ("shirt", r"cloth\w*|garment\w*|textile\w*|kleid\w*|vêtement\w*|ropa|vestiti|roupa\w*"),
    ("sofa", r"furniture|sofas?|möbel\w*|meubles?|muebles?|mobili|móveis"),
    ("utensils", r"food|meals?|restaurant\w*|eat\w*|essen|nourriture|comida|cibo"),
    ("award", r"prizes?|awards?|won|best|medals?|preis|prix|premios?|prêmios?|premi[oi]"),
    ("phone", r"telephone\w*|calls?|phone\w*|telefon\w*|téléphone\w*|teléfono\w*"),
    ("mail", r"letters?|mail\w*|post\w*|brief\w*|lettres?|cartas?|lettere"),
    ("search", r"inspect\w*|found|discover\w*|find\w*|entdeck\w*|découv\w+|descubr\w+|scop\w+|descobr\w+"),
    ("calendar", r"years?|months?|weeks?|days?|since|until|jahr\w*|monat\w*|woche\w*|années?|ans|mois|años?|meses|anni|anos?"),
    ("clock", r"hours?|minutes?|time|stunden?|minuten|heures?|horas?|minutos?|ore|tempo"),
    ("trending-down", r"fell|fall\w*|declin\w*|decreas\w*|los[st]\w*|less|drop\w*|gesunken|baiss\w+|bajó|caíd\w+|cal[oa]\w*"),
    ("trending-up", r"rose|rise\w*|grew|growth|increas\w*|more|gain\w*|stieg\w*|wachs\w*|hauss\w+|augment\w+|aument\w+|crec\w+|cresc\w+"),
    ("percent", r"per ?cent|percent\w*|share|prozent|pour cent|por ciento|per cento|por cento|%"),
)  # fmt: skip
FALLBACKS = ("lightbulb", "target", "flag", "star", "globe", "layers", "compass")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((name, re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)) for name, words in _MEANINGS)


def icon_for(text: str, *, taken: frozenset[str] = frozenset()) -> str:
    """The name of the icon that fits a text best: of what it names, the earliest named; one not taken where it can be."""
    found = sorted(
        (match.start() + 12 * (order > len(_MEANINGS) - 7), order, name)
        for order, (name, pattern) in enumerate(_patterns())
        if (match := pattern.search(text))
    )
    for _, _, name in found:
        if name not in taken:
            return name
    return next((name for name in FALLBACKS if name not in taken), FALLBACKS[0])


def svg_of(name: str, *, color: str) -> bytes:
    """An icon in a colour, as an SVG."""
    return (FOLDER / f"{name}.svg").read_text("utf-8").replace("currentColor", color).encode()
