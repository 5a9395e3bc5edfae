"""French for the rule-based reader."""

from __future__ import annotations

import re

from server.engine.writing.analysis import Role
from server.engine.writing.european.words import Bridge, Words
from server.engine.writing.languages import Phrases

_I = re.IGNORECASE

PHRASES = Phrases(
    by_role={
        Role.CONTRAST: (
            "Est-ce que c'est aussi simple ?",
            "Y a-t-il un autre côté ?",
            "Mais l'histoire ne s'arrête pas là, si ?",
            "Où est le revers de la médaille ?",
        ),
        Role.CONSEQUENCE: (
            "Qu'est-ce que cela a donné ?",
            "Avec quel résultat ?",
            "Et dans la pratique ?",
            "Quelle en a été la suite ?",
        ),
        Role.CAUSE: ("Pour quelle raison ?", "D'où cela vient-il ?", "Comment l'expliquer ?", "Et pourquoi donc ?"),
        Role.OPINION: (
            "Qui voit les choses autrement ?",
            "Quels sont les avis là-dessus ?",
            "Tout le monde est-il d'accord ?",
            "Comment est-ce jugé ?",
        ),
        Role.PLAN: (
            "Que va-t-il se passer ensuite ?",
            "Qu'est-ce qui est prévu ?",
            "Et pour l'avenir ?",
            "Où cela doit-il mener ?",
        ),
        Role.MEASURE: (
            "A-t-on des chiffres ?",
            "Que disent les chiffres ?",
            "Peut-on mesurer cela ?",
            "De quel ordre de grandeur parle-t-on ?",
            "Et en chiffres ?",
        ),
        Role.EXAMPLE: ("Par exemple ?", "Tu as un exemple ?", "Lesquels, par exemple ?"),
        Role.DEFINITION: ("Qu'est-ce que cela veut dire ?", "Tu peux l'expliquer ?", "De quoi s'agit-il au juste ?"),
        Role.PROBLEM: ("Qu'est-ce qui n'a pas marché ?", "Où est le problème ?", "Quelles difficultés y a-t-il eu ?"),
        Role.REMEDY: ("Que peut-on y faire ?", "Comment cela s'est-il réglé ?", "Et quelle a été la solution ?"),
        Role.EVENT: (
            "Que s'est-il passé alors ?",
            "Comment cela a-t-il continué ?",
            "Et après ?",
            "C'était à quel moment ?",
        ),
    },
    topic=("Et {topic} ?", "Qu'en est-il de {topic} ?"),
    elaborate=(
        "En quel sens ?",
        "De quelle manière ?",
        "C'est-à-dire ?",
        "À quoi cela ressemble-t-il ?",
        "Tu peux préciser ?",
        "Qu'est-ce que cela suppose ?",
    ),
    onward=(
        "Raconte la suite.",
        "Quoi d'autre ?",
        "Et ensuite ?",
        "Continue.",
        "Qu'est-ce qu'il faut encore savoir ?",
        "Ce n'est pas tout, n'est-ce pas ?",
        "Restons-y encore un instant.",
        "Je t'écoute.",
        "Allons un peu plus loin.",
        "Que dit encore le texte ?",
        "Il reste un point.",
        "Autre chose ?",
        "La suite, alors.",
        "Lis-nous la suite.",
        "Qu'est-ce qui vient après ?",
        "On continue.",
        "Il y a encore quelque chose, je crois.",
        "Un pas de plus.",
        "Et puis ?",
        "Reprenons là.",
    ),
    frames={
        "what_is_it": ("De quoi s'agit-il ?", "Quelle est cette histoire ?", "Que se passe-t-il là ?"),
        "title": ("Notre source s'intitule : {title}.",),
        "titles": ("Nous avons lu {count} sources : {titles}.",),
        "title_again": ("La deuxième source s'intitule : {title}.", "Il y a encore une source : {title}."),
        "first_person": ("C'est raconté à la première personne. Quand l'un de nous dit je, c'est le texte qui parle.",),
        "first_person_by": (
            "C'est raconté à la première personne. Quand l'un de nous dit je, c'est {author} qui parle.",
        ),
        "interview": ("C'est un entretien avec {guest}. Je pose les questions, les réponses sont celles de {guest}.",),
        "interview_plain": ("C'est un entretien. Je pose les questions, et tu donnes les réponses, mot pour mot.",),
        "turn_embedded": ("Reste une question : {heading} ?", "Venons-en à la question suivante : {heading} ?"),
        "turn_noun": (
            "Le chapitre suivant s'appelle : {heading}.",
            "On passe à la partie intitulée : {heading}.",
            "Vient ensuite : {heading}.",
            "Une partie entière s'intitule : {heading}.",
            "Autre chapitre : {heading}.",
            "Et maintenant : {heading}.",
        ),
        "question_words": ("pourquoi", "comment", "que", "quoi", "où", "qui", "quand", "combien"),
        "adds": ("{who} ajoute : {said}", "{who} le dit ainsi : {said}", "Avec les mots de {who} : {said}"),
        "adds_plain": ("Ou, mot pour mot : {said}", "Et textuellement : {said}"),
        "opening_plain": ("Depuis le début, s'il te plaît.", "Commençons par le début."),
        "debate_next": (
            "Mon point suivant. {said}",
            "Alors, prends ceci. {said}",
            "Encore une chose de mon côté. {said}",
        ),
        "recap": ("Voilà l'essentiel : {points}.",),
        "last_word": ("Et comment cela se termine-t-il ?", "À qui le dernier mot ?", "Et la fin ?"),
        "brief_close": ("C'était l'essentiel, en bref.",),
        "critique_open": ("Examinons ce texte : ce qu'il affirme, ce qui l'appuie et ce qu'il laisse ouvert.",),
        "critique_claims": ("Alors, qu'affirme-t-il ?", "Quelle est l'affirmation principale ?"),
        "critique_more": ("D'autres affirmations de poids ?", "Qu'avance-t-il encore ?"),
        "critique_support": ("Et sur quoi s'appuie-t-il ?", "Qu'y a-t-il derrière ?"),
        "critique_strong": (
            "C'est le point fort : un chiffre, et de quoi le comparer.",
            "Un chiffre avec une comparaison, c'est solide.",
            "Ici, le texte dit d'où il le tient.",
        ),
        "critique_open_points": ("Et que laisse-t-il ouvert ?", "Où est-ce plus mince ?"),
        "critique_alone": (
            "Voici un chiffre tout seul, sans comparaison. {said}",
            "Ce nombre n'a pas de repère à côté de lui. {said}",
        ),
        "critique_bare": (
            "Cela est dit sans chiffre et sans source. {said}",
            "Ni chiffre ni source derrière cette phrase. {said}",
            "Ici encore, la phrase n'apporte pas de preuve. {said}",
        ),
        "critique_certain": (
            "Écoute comme le ton est sûr, sans preuve dans la phrase. {said}",
            "Des mots forts, et pas de chiffre. {said}",
        ),
        "critique_one_side": ("Et personne n'est cité qui verrait les choses autrement. On n'entend qu'un côté.",),
        "critique_two_sides": ("Il faut dire que le texte laisse aussi parler un autre point de vue.",),
        "critique_why": (
            "À quoi le vois-tu ?",
            "Dans quelle phrase ?",
            "Où cela apparaît-il ?",
            "Autre chose encore ?",
        ),
        "critique_close": ("Le verdict, donc : fort quand il mesure et compare, plus faible quand il affirme.",),
        "debate_for": ("Je parle pour. {said}", "Je prends le parti de ceux qui sont pour. {said}"),
        "debate_against": ("Et moi, je parle pour les doutes. {said}", "Alors je prends l'autre parti. {said}"),
        "debate_benefits": ("Je compte les avantages. {said}",),
        "debate_costs": ("Et moi, je compte les inconvénients. {said}",),
        "debate_reply": (
            "Je te l'accorde. {said}",
            "Peut-être. {said}",
            "En face, il y a ceci. {said}",
            "Ma réponse : {said}",
            "Et pourtant. {said}",
            "Regarde plutôt de ce côté. {said}",
            "Ce n'est pas si simple. {said}",
            "Tu oublies quelque chose. {said}",
            "De mon côté de la balance : {said}",
            "Il y a une réponse à cela. {said}",
            "Pas si vite. {said}",
            "Je pèse cela autrement. {said}",
            "Contre cela, je mettrais ceci. {said}",
        ),
        "debate_one_side": ("La source ne défend qu'un côté, je la mets donc à l'épreuve point par point.",),
        "debate_test": (
            "Qu'est-ce qui l'appuie ?",
            "Avec quels arguments ?",
            "C'est tout ?",
            "Et les preuves ?",
            "Est-ce bien sûr ?",
        ),
        "debate_close": ("Et la source elle-même, où se place-t-elle ?", "De quel côté penche le texte ?"),
        "sources_says": (
            "Que dit l'autre source ?",
            "Et la deuxième source ?",
            "Comment l'autre texte le présente-t-il ?",
        ),
        "differ": ("L'autre source donne un autre chiffre : {said}", "Ici, les deux sources divergent. {said}"),
        "steps_start": ("Par où commencer ?", "Quelle est la première étape ?"),
    },
    headings={
        "claims": "Ce qu'il affirme",
        "support": "Ce qui l'appuie",
        "open": "Ce qu'il laisse ouvert",
        "verdict": "Le verdict",
        "exchange": "Pour et contre",
        "against": "Qui voit les choses autrement",
        "close": "Où la source se place",
        "brief": "En bref",
        "test": "Un seul côté, mis à l'épreuve",
        "opening": "Pour commencer",
        "end": "Comment cela finit",
    },
    openers=("Et", "De plus,", "En outre,", "D'ailleurs,"),
    listing=(", ", " et "),
)

FRENCH = Words(
    code="fr",
    phrases=PHRASES,
    abbreviations=frozenset("m mm mme mlle dr pr st ste p pp vol fig art cf etc av apr env n° ex éd hab s".split()),
    stop=frozenset(
        "les des une aux ces cet cette ceux celle celles celui leur leurs son ses mon mes ton tes notre nos votre vos que qui "
        "quoi dont où quand comme comment pour par sur sous dans avec sans vers chez entre depuis pendant avant après mais "
        "donc car parce puis alors aussi encore plus moins très bien tout tous toute toutes pas jamais rien personne est "
        "sont était étaient fut furent sera seront été être avoir ont avait avaient eut aura fait faire elle elles ils "
        "nous vous lui eux cela ceci celui-ci même autre autres deux".split()
    ),
    endings=(
        "issement",
        "ements",
        "ement",
        "ations",
        "ation",
        "euses",
        "euse",
        "eurs",
        "eur",
        "aient",
        "èrent",
        "ants",
        "ante",
        "ait",
        "ant",
        "ées",
        "ent",
        "ées",
        "és",
        "ée",
        "er",
        "ez",
        "es",
        "é",
        "a",
        "e",
        "s",
    ),
    points_back=re.compile(
        r"(?:Il (?!y a|faut|fallut|fallait|est (?:possible|vrai|rare)|existe|s'agit|reste|pleut)|Ils|Elles?|On (?!dit|sait)|Ce (?:n'est|fut|"
        r"sont|dernier|qui|que)|C'est|C'était|Cela|Ceci|Ça|Cet(?:te)? |Ces |Ceux|Celle|Celui|Son |Sa |Ses |Leurs? |Lui|Eux|Mais|Et|Ou |Or |"
        r"Donc|Car |Puis|Alors|Ensuite|Depuis[ ,]|Là|Ainsi|Pourtant|Cependant|Toutefois|Aussi |En effet|L'un |L'une |Les uns|"
        r"Certains|D'autres|Tous |Toutes |Beaucoup|Aucun|Y |En (?:échange|retour|outre)|De là|Le (?:premier|second|même)|La même|"
        r"Deux ans plus tard|Dès lors|Du coup|Sinon|Non[ ,]|Oui[ ,])"
    ),
    turns=re.compile(r"\b(cependant|toutefois|pourtant|en revanche|néanmoins)\b", _I),
    opening_pronoun=re.compile(
        r"(?:Et |Mais |Puis |Alors,? )?(Ils?|Elles?|Cela|Ceci|Celui-ci|Celle-ci|Ceux-ci|Lui|Eux)\b(?! y a| faut| s'agit)"
    ),
    first_person=re.compile(r"\b(je|moi|mon|ma|mes)\b|\bj'|\bm'", _I),
    cues={
        Role.CAUSE: re.compile(r"\b(parce qu|car|à cause|grâce à|faute de|en raison|puisqu|raison)\w*", _I),
        Role.CONSEQUENCE: re.compile(
            r"\b(donc|si bien que|par conséquent|c'est pourquoi|de sorte|entraîn\w+|ainsi)\b", _I
        ),
        Role.CONTRAST: re.compile(
            r"\b(mais|pourtant|cependant|toutefois|bien que|malgré|au contraire|tandis que|or|en revanche)\b", _I
        ),
        Role.COMPARISON: re.compile(r"\b(plus|moins|que|moitié|tiers|quart|doubl\w+|tripl\w+|contre|au lieu)\b", _I),
        Role.DEFINITION: re.compile(r"\b(s'appelle|appelé\w*|nommé\w*|c'est-à-dire|désigne|signifie|on appelle)\b", _I),
        Role.EXAMPLE: re.compile(r"\b(par exemple|notamment|comme)\b", _I),
        Role.PLAN: re.compile(
            r"\b(prévo\w+|prévu\w*|projet\w*|devra\w*|compte \w+er|d'ici 20|l'an prochain|\w+(?:era|eront)\b|souhait\w+)",
            _I,
        ),
        Role.PROBLEM: re.compile(
            r"\b(problème\w*|danger\w*|perd\w+|échec\w*|échou\w+|manqu\w+|difficult\w+|licenci\w+|mort\w*|crise|panne)\b",
            _I,
        ),
        Role.REMEDY: re.compile(
            r"\b(solution\w*|salut|remède\w*|répar\w+|sauv\w+|remplac\w+|protég\w+|résol\w+)\b", _I
        ),
        Role.OPINION: re.compile(
            r"\b(critiqu\w+|estim\w+|pens\w+|juge\w*|reproch\w+|refus\w+|pardonn\w+|selon|doute\w*|regrett\w+|consid\w+)\b",
            _I,
        ),
        Role.BACKGROUND: re.compile(r"\b(autrefois|à l'époque|jadis|d'abord|longtemps|à l'origine)\b", _I),
    },
    positive=re.compile(
        r"\b(meilleur\w*|mieux|bon\w*|succès|réuss\w+|avantage\w*|sauv\w+|gagn\w+|salut|gratuit\w*|utile\w*|aide\w*|progress\w+|tripl\w+)\b",
        _I,
    ),
    negative=re.compile(
        r"\b(pas|jamais|rien|mauvais\w*|pire|cher\w*|problème\w*|perd\w+|danger\w*|échec\w*|refus\w+|critiqu\w+|manqu\w+|moins|mais|licenci\w+|fendaient)\b",
        _I,
    ),
    superlative=re.compile(
        r"\b((?:le|la|les) (?:plus|moins)|premi(?:er|ère)s?|derni(?:er|ère)s?|seule?s?|jamais|personne|record)\b", _I
    ),
    certain=re.compile(
        r"\b(évidemment|bien sûr|certainement|toujours|jamais|personne|tout le monde|sans aucun doute|forcément)\b", _I
    ),
    bridges=(
        Bridge(re.compile(r",? parce que "), "Et pourquoi ?", "Parce que "),
        Bridge(re.compile(r",? parce qu'"), "Et pourquoi ?", "Parce qu'"),
        Bridge(re.compile(r", bien que "), "Malgré tout ?", "Bien que "),
    ),
    noun_phrase=re.compile(
        r"\b(?P<phrase>(?:[Ll]es? |[Ll]a |[Ll]')(?P<noun>[a-zà-ÿ]{4,}(?<!er)(?<!ir)(?<!re))(?: (?:de |du |des |d')[a-zà-ÿ]{4,})?)(?=[ ,.;])"
    ),
    no_topic=frozenset(
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre moitié tiers quart année années jours heures premier première dernier dernière même autre autres plupart fois prix temps suite question".split()
    ),
    praise=re.compile(r"\b(fascinant|incroyable|excellente question|bonne question|génial)\b", _I),
)
