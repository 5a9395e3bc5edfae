"""The words with which French, Spanish, Italian and Portuguese ask, and what has to be found for them to be asked."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NUMBERED = r"(?:\d|un[ea]?\b|um[a]?\b|deux|dos|due|dois|duas|tr[eoê]i?s|quat|cuat|cinqu?|seis|six|sei|se[pt]t|siete|huit|ocho|otto|oito|n[eu]uf|nueve|nove|di[xe]|d[ei]ez|once|onze|undici|dou?[cz]e|dodici|quinz|quind|quinc|vingt|veint|vent|vinte|tren|quaran|cuaren|cinqua|cincuen|trint|quarent|cinquent|sessen|sesan|soixan|cent|cien|cem|mille?\b|mil\b|duem|tr[ei]n)"


@dataclass(frozen=True, slots=True)
class Forms:
    """How a language asks."""

    who: str
    who_many: str
    """For a subject in the plural; empty where the verb would have to change."""
    what: str
    when: str
    since: str
    where: str
    why: str
    what_for: str
    """Why, from a purpose."""
    how_much: str
    how_long: str
    since_when: str
    serves: str
    must: str
    """With `{verb}` and `{subject}`."""
    how: str
    """With `{doing}`: what the reader has to do in order to."""
    what_if: str
    """With `{case}`: what to do then."""
    happens_if: str
    forbidden: str
    causes: re.Pattern[str]
    """What begins a cause behind a main clause."""
    purposes: re.Pattern[str]
    """What begins a purpose behind a main clause; group `doing` begins with its infinitive."""
    purpose: re.Pattern[str]
    """A sentence that opens with a purpose: groups `doing` and `main`."""
    case: re.Pattern[str]
    """A sentence that opens with a condition: groups `case` and `main`."""
    told: re.Pattern[str]
    """What a main clause opens with that tells what has to be done, beside orders."""
    case_opens: re.Pattern[str]
    """What a condition opens with that names what it is about."""
    no_case: re.Pattern[str]
    """Verbs of a main clause that says what is the cause, not what follows."""
    ban: re.Pattern[str]
    """A sentence that forbids or allows something to everybody: group `ban`."""
    determiners: re.Pattern[str]
    """What an object opens with."""
    times: str
    """Clock times and days that come again, as an alternation."""
    also: str
    bodies: str
    """Nouns of those who act without being a person."""
    offices: str
    """Nouns of single people by what they are, in full or by their endings."""
    people: str
    """Nouns of people in the plural, by their endings or in full."""
    numbered: str = _NUMBERED


_UNTIL = r"(?P<main>[a-zà-ÿ][^;:]{6,})$"

FORMS: dict[str, Forms] = {
    "fr": Forms(
        who="Qui",
        who_many="",
        what="Que",
        when="Quand",
        since="Depuis quand",
        where="Où",
        why="Pourquoi",
        what_for="Pourquoi",
        how_much="Combien",
        how_long="Combien de temps",
        since_when="De quand",
        serves="À quoi",
        must="Que {verb} faire {subject} ?",
        how="Comment {doing} ?",
        what_if="Que faire {case} ?",
        happens_if="Que se passe-t-il {case} ?",
        forbidden="{ban} ?",
        causes=re.compile(r"(?:parce qu[e'’]|car |puisqu[e'’]|à cause d|en raison d|faute d)"),
        purposes=re.compile(r"(?:pour|afin d[e'’]) ?(?P<doing>(?:l['’]|s['’]|se |ne pas )?[a-zà-ÿ-]+)(?= |[,.]|$)"),
        purpose=re.compile(rf"^(?:Pour|Afin d[e'’]) ?(?P<doing>[a-zà-ÿ'’-]+(?: [^,;:]+)?), {_UNTIL}"),
        case=re.compile(rf"^(?P<case>(?:Si|S['’]|En cas d[e'’]|Lorsque|Quand) ?[^,;:]+), {_UNTIL}"),
        told=re.compile(
            r"(?:il faut|il convient|il suffit|on (?:doit|peut)|mieux vaut|veillez)\b|.* (?:doit|doivent) (?:être|se) "
        ),
        case_opens=re.compile(
            r"(?:Si|Lorsque|Quand|En cas) ?(?:l['’]|le |la |les |une? |des |de |d['’]|il (?:y a|pleut|neige|gèle|fait) )",
            re.IGNORECASE,
        ),
        no_case=re.compile(r"(?:manque|manquent|est|sont|était|étaient)\b"),
        ban=re.compile(
            r"^Il est (?P<how>interdit|permis|autorisé|obligatoire) (?P<said>d[e'’] ?[^.,;:]+?)(?= car | parce|[.,;:])"
        ),
        determiners=re.compile(rf"(?:l['’]|les? |la |des |du |d['’]|une? |plusieurs |{_NUMBERED})", re.IGNORECASE),
        times=r"(?:à \d{1,2} (?:h(?:eures?)?\b(?: \d\d)?)|à (?:une|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze) heures?|à (?:midi|minuit)|"
        r"(?:le|chaque|tous les) (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)s?|de \d{1,2} (?:h|heures) à \d{1,2} (?:h|heures)|"
        r"du (?:lundi|mardi|mercredi|jeudi|vendredi|samedi) au (?:mardi|mercredi|jeudi|vendredi|samedi|dimanche))",
        also=r"(?:aussi|également|ainsi|alors|enfin|donc|désormais|déjà|encore|toujours) ",
        bodies="commune|mairie|ville|conseil|entreprise|association|métropole|région|université|syndicat|société|département|État|préfecture|"
        "gouvernement|commission|compagnie|fondation|coopérative|ministère|musée|régie|direction|fédération|club|comité|école|hôpital|firme|maison",
        offices="maire|président|présidente|direct(?:eur|rice)|adjointe?|ministre|préfète?|secrétaire|trésori(?:er|ère)|bibliothécaire|conseill(?:er|ère)|architecte|ingénieure?|professeure?|médecin|facteur|boulang(?:er|ère)|meuni(?:er|ère)|curé|fondat(?:eur|rice)|inspect(?:eur|rice)|porte-parole|juge|propriétaire|gérante?|gardien(?:ne)?",
        people=r"[a-zà-ÿ-]+(?:eurs|ants|aires|iens|istes|iers|iennes|ières|euses)|habitants|élèves|enfants|parents|membres|locataires|riverains|clients|"
        r"adhérents|bénévoles|salariés|usagers|conseillers|professeurs|touristes|agents|responsables",
    ),
    "es": Forms(
        who="Quién",
        who_many="Quiénes",
        what="Qué",
        when="Cuándo",
        since="Desde cuándo",
        where="Dónde",
        why="Por qué",
        what_for="Para qué",
        how_much="Cuánto",
        how_long="Cuánto",
        since_when="De cuándo",
        serves="Para qué",
        must="¿Qué {verb} hacer {subject}?",
        how="¿Qué hay que hacer para {doing}?",
        what_if="¿Qué hay que hacer {case}?",
        happens_if="¿Qué ocurre {case}?",
        forbidden="¿{ban}?",
        causes=re.compile(r"(?:porque |ya que |pues |puesto que |debido a|a causa de|por falta de|por motivos de)"),
        purposes=re.compile(r"para (?P<doing>(?:no )?[a-zà-ÿ]+)(?= |[,.]|$)"),
        purpose=re.compile(
            rf"^Para (?P<doing>[a-zà-ÿ]+(?: [^,;:]*?)?)(?:,| (?=(?:se (?:necesita|debe|puede|usa|utiliza|recomienda)|hay que|hacen? falta|es (?:necesario|preciso)|basta))) ?{_UNTIL}"
        ),
        case=re.compile(rf"^(?P<case>(?:Si|Cuando|En caso de) [^,;:]+), {_UNTIL}"),
        told=re.compile(
            r"(?:hay que|se (?:debe|deben|puede|pueden|recomienda|necesitan?|usan?|utilizan?)|hacen? falta|conviene|basta|es (?:mejor|necesario|preciso)|no se)\b"
        ),
        case_opens=re.compile(
            r"(?:Si|Cuando|En caso de) (?:el |la |los |las |una? |unos |unas |se |hay |hace |llueve|nieva|no )",
            re.IGNORECASE,
        ),
        no_case=re.compile(r"(?:falta|faltan|es|son|está|están|era|estaba)\b"),
        ban=re.compile(
            r"^(?P<ban>Está (?:prohibido|permitido)|Es (?:obligatorio|necesario)|Se permite|No se permite) (?P<said>[a-z]+(?:ar|er|ir)(?: [^.,;:]*?)?)(?= porque| ya que| pues |[.,;:])"
        ),
        determiners=re.compile(rf"(?:el |la |los |las |una? |unos |unas |varios |varias |{_NUMBERED})", re.IGNORECASE),
        times=r"(?:a las? (?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|\d{1,2}(?:[.:]\d\d)?)(?: y media| y cuarto)?(?: de la (?:mañana|tarde|noche))?|(?:los|el|cada) (?:lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)|"
        r"de (?:lunes|martes) a (?:viernes|sábado|domingo)|de \d{1,2}(?:[.:]\d\d)? a \d{1,2}(?:[.:]\d\d)?|al (?:anochecer|amanecer|mediodía)|"
        r"(?:después|antes) de las (?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|\d{1,2})(?: de la (?:mañana|tarde|noche))?)",
        also=r"(?:también|además|entonces|ahora|ya|todavía|aún|siempre) ",
        bodies="ayuntamiento|alcaldía|ciudad|concejo|empresa|asociación|región|universidad|sindicato|sociedad|diputación|Diputación|Estado|"
        "gobierno|Gobierno|comisión|compañía|fundación|cooperativa|ministerio|Ministerio|museo|junta|dirección|federación|club|comité|escuela|"
        "hospital|confederación|Confederación|comunidad|asamblea|vivero|parroquia|Universidad|Ayuntamiento",
        offices="alcalde|alcaldesa|presidente|presidenta|direct(?:or|ora)|ministr[oa]|concejal|concejala|secretari[oa]|tesorer[oa]|bibliotecari[oa]|arquitect[oa]|ingenier[oa]|profes(?:or|ora)|médic[oa]|doct(?:or|ora)|panader[oa]|fundad(?:or|ora)|inspect(?:or|ora)|portavoz|juez|jueza|propietari[oa]|gerente|arqueólog[oa]|biólog[oa]|guía|relojer[oa]",
        people=r"[a-zà-ÿ]+(?:ores|oras|antes|istas|eros|eras|ados|arios|arias)|niños|niñas|alumnos|alumnas|padres|socios|socias|vecinos|habitantes|hortelanos|"
        r"clientes|miembros|jubilados|voluntarios|ciclistas|usuarios|profesores|solicitantes|responsables",
    ),
    "it": Forms(
        who="Chi",
        who_many="",
        what="Che cosa",
        when="Quando",
        since="Da quando",
        where="Dove",
        why="Perché",
        what_for="A che scopo",
        how_much="Quanto",
        how_long="Quanto",
        since_when="A quando",
        serves="A che cosa",
        must="Che cosa {verb} fare {subject}?",
        how="Che cosa bisogna fare per {doing}?",
        what_if="Che cosa bisogna fare {case}?",
        happens_if="Che cosa succede {case}?",
        forbidden="{ban}?",
        causes=re.compile(r"(?:perché |poiché |siccome |giacché |a causa d|per mancanza d|per colpa d)"),
        purposes=re.compile(r"per (?P<doing>(?:non )?[a-zà-ÿ]+)(?= |[,.]|$)"),
        purpose=re.compile(
            rf"^Per (?P<doing>[a-zà-ÿ]+(?: [^,;:]*?)?)(?:,| (?=(?:bisogna|occorre|occorrono|serve|servono|si (?:usa|usano|deve|devono|scioglie|sciolgono|può|possono)|basta|è (?:necessario|meglio)))) ?{_UNTIL}"
        ),
        case=re.compile(rf"^(?P<case>(?:Se|Quando|In caso di) [^,;:]+), {_UNTIL}"),
        told=re.compile(
            r"(?:bisogna|occorre|occorrono|serve|servono|basta|si (?:deve|devono|può|possono|usa|usano|scioglie|sciolgono)|è (?:meglio|necessario)|va|vanno|conviene|non si)\b"
        ),
        case_opens=re.compile(
            r"(?:Se|Quando|In caso di) (?:l['’]|il |lo |la |i |gli |le |una? |un['’]|uno |si |c['’]è |ci sono |piove|nevica|sull?[ao']|nell?[ao'])",
            re.IGNORECASE,
        ),
        no_case=re.compile(r"(?:manca|mancano|è|sono|era|erano)\b"),
        ban=re.compile(
            r"^(?P<ban>È (?:vietato|permesso|obbligatorio|consentito|necessario)) (?P<said>[a-z]+(?:are|ere|ire) ?[^.,;:]*?)(?= perché| poiché|[.,;:])"
        ),
        determiners=re.compile(
            rf"(?:l['’]|il |lo |la |i |gli |le |un['’]|una? |uno |de[il] |degli |delle |alcun[ie] |{_NUMBERED})",
            re.IGNORECASE,
        ),
        times=r"(?:alle (?:ore )?\d{1,2}(?:[.:]\d\d)?|dalle \d{1,2}(?:[.:]\d\d)? alle \d{1,2}(?:[.:]\d\d)?|(?:il|ogni) (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato)|"
        r"(?:la|ogni) domenica|dal (?:lunedì|martedì) al (?:venerdì|sabato)|ogni (?:settimana|mese|anno|mattina|sera))",
        also=r"(?:anche|inoltre|infine|così|poi|ora|oggi|già|ancora|sempre) ",
        bodies="comune|Comune|città|consiglio|ditta|impresa|azienda|associazione|regione|Regione|università|sindacato|società|provincia|Provincia|Stato|governo|"
        "commissione|compagnia|fondazione|cooperativa|ministero|museo|giunta|direzione|federazione|comitato|scuola|ospedale|assemblea|parrocchia|opposizione",
        offices="sindac[oa]|president(?:e|essa)|dirett(?:ore|rice)|ministr[oa]|assess(?:ore|ora)|segretari[oa]|tesorier[ea]|bibliotecari[oa]|architett[oa]|ingegner[e]?|professor(?:e|essa)|dottor(?:e|essa)|medico|fornai[oa]|fondat(?:ore|rice)|ispett(?:ore|rice)|portavoce|giudice|proprietari[oa]|amministrat(?:ore|rice)|parroco|restaurat(?:ore|rice)|biolog[oa]|nonn[oa]|maestr[oa]",
        people=r"[a-zà-ÿ]+(?:tori|trici|anti|enti|isti|iste|ieri|iere)|bambini|alunni|genitori|soci|vicini|abitanti|condomini|clienti|membri|pensionati|volontari|"
        r"ciclisti|utenti|professori|studenti|responsabili|inquilini|iscritti",
    ),
    "pt": Forms(
        who="Quem",
        who_many="",
        what="O que",
        when="Quando",
        since="Desde quando",
        where="Onde",
        why="Por que razão",
        what_for="Para que",
        how_much="Quanto",
        how_long="Quanto tempo",
        since_when="De quando",
        serves="Para que",
        must="O que {verb} fazer {subject}?",
        how="O que é preciso fazer para {doing}?",
        what_if="O que se deve fazer {case}?",
        happens_if="O que acontece {case}?",
        forbidden="{ban}?",
        causes=re.compile(r"(?:porque |pois |já que |visto que |devido a|por causa d|por falta d)"),
        purposes=re.compile(r"para (?P<doing>(?:não )?[a-zà-ÿ]+)(?= |[,.]|$)"),
        purpose=re.compile(rf"^Para (?P<doing>[a-zà-ÿ]+(?: [^,;:]+)?), {_UNTIL}"),
        case=re.compile(rf"^(?P<case>(?:Se|Quando|Em caso de) [^,;:]+), {_UNTIL}"),
        told=re.compile(
            r"(?:é (?:preciso|melhor|necessário)|deve-se|devem-se|pode-se|convém|basta|há que|tem de|deve|devem)\b"
        ),
        case_opens=re.compile(
            r"(?:Se|Quando|Em caso de) (?:o |a |os |as |uma? |se |há |houver |chove|chover|não )", re.IGNORECASE
        ),
        no_case=re.compile(r"(?:falta|faltam|é|são|está|estão|era|estava)\b"),
        ban=re.compile(
            r"^(?P<ban>É (?:proibido|permitido|obrigatório|necessário)) (?P<said>[a-z]+(?:ar|er|ir)(?: [^.,;:]*?)?)(?= porque| pois | já que|[.,;:])"
        ),
        determiners=re.compile(
            rf"(?:o |a (?!\d|[a-zà-ÿ]+[aei]r\b)|os |as |uma? |uns |umas |vári[oa]s |{_NUMBERED})", re.IGNORECASE
        ),
        times=r"(?:às? \d{1,2}h?(?:\d\d)?|das \d{1,2}h?(?:\d\d)? às \d{1,2}h?(?:\d\d)?|à (?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|às (?:segundas|terças|quartas|quintas|sextas)(?:-feiras)?|"
        r"(?:ao|aos) (?:sábados?|domingos?)|de (?:segunda|terça) a (?:sexta|sábado|domingo)|de manhã|à noite|à hora de almoço)",
        also=r"(?:também|além disso|então|agora|já|ainda|sempre) ",
        bodies="câmara|junta|cidade|conselho|empresa|associação|região|universidade|sindicato|sociedade|Estado|governo|comissão|companhia|fundação|"
        "cooperativa|ministério|museu|direção|federação|clube|comité|escola|hospital|assembleia|paróquia|viveiro|Câmara|Universidade|Segurança",
        offices="presidente|diret(?:or|ora)|ministr[oa]|vereador(?:a)?|secretári[oa]|tesoureir[oa]|bibliotecári[oa]|arquitet[oa]|engenheir[oa]|profess(?:or|ora)|médic[oa]|dout(?:or|ora)|padeir[oa]|fundad(?:or|ora)|inspet(?:or|ora)|porta-voz|juiz|juíza|proprietári[oa]|gerente|autarca|biólog[oa]|parteira|dona|dono|capitão",
        people=r"[a-zà-ÿ]+(?:ores|oras|antes|istas|eiros|eiras|ários)|crianças|alunos|alunas|pais|sócios|vizinhos|habitantes|moradores|leitores|clientes|membros|"
        r"reformados|voluntários|ciclistas|utentes|professores|estudantes|responsáveis|bombeiros",
    ),
}
