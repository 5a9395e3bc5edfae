"""Dates in English."""

from __future__ import annotations

from server.engine.writing.dates.vocabulary import DateWords, calendar_names

_EN_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
).split()

_NO_VERBS = (
    r"reed|weed|seaweed|seed|feed|need|speed|breed|greed|creed|deed|steed|heed|shed|sled|bleed|hundred|hatred|kindred|sacred|"
    r"naked|wicked|indeed|exceed|proceed|succeed|biped|seabed|riverbed|flowerbed|watershed|unaided|aged"
)
"""Words in -ed that tell nothing of what was."""
_GROWN = (
    r"(?:1[3-9]|[2-9]\d|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|"
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?)\b"
)
"""Ages that are no hours."""


def english() -> DateWords:
    """English dates."""
    months, days = calendar_names("en")
    named = "|".join(days)
    months |= {"sept": 9}
    return DateWords(
        code="en",
        months=months,
        days=days,
        at=r"as early as|as late as|as recently as|back in|whit(?: monday|sun| sunday)?|whitsun|easter(?: monday| sunday)?|"  # noqa: E501
        r"christmas|midsummer|michaelmas|pentecost|in|during|of|on|at|year|years|for|dated|dates from|through|throughout|within|only in|again in",  # noqa: E501
        start=r"on or after|on and after|with effect from|as from|from|beginning in|starting in|as of|effective",
        since=r"since at least|since",
        until=r"until at least|at least until|until|till|up to|up until",
        by=r"by|no later than|not later than|before(?= (?:the end|the start|the beginning|christmas|easter) )",
        before=r"before|prior to|until before",
        after=r"after",
        between=r"between",
        joins=r"and",
        to=r"to|until|till|through|and",
        through=r"to|through|until",
        about=r"about|around|circa|c\.|ca\.|roughly|approximately|some time in|sometime in|probably in|perhaps in|towards?",  # noqa: E501
        of=r"of",
        seasons={r"spring": "spring", r"summer": "summer", r"autumn|fall": "autumn", r"winter": "winter"},
        parts={
            r"early|the beginning of|the start of|beginning of|start of": "early",
            r"mid|the middle of|middle of": "mid",
            r"late": "late",
            r"the end of|end of": "end",
        },
        units={
            r"days?": "day",
            r"fortnights?": "fortnight",
            r"weeks?": "week",
            r"months?": "month",
            r"years?|summers|winters|springs|autumns": "year",
            r"decades?": "decade",
            r"century|centuries": "century",
        },
        one=r"a|an|one",
        later=r"later|after(?=[,.;]|$)|on(?=[,.;]| (?:the|he|she|it|they|we|I|a|an|his|her|my|its|their|there|nobody|no|only)\b)|after that|afterwards|thereafter",  # noqa: E501
        earlier=r"earlier|previously|before that",
        ago=r"ago",
        following_first=r"the following|the next|following",
        following_last=r"after that|following(?=[,.;:]|$)|after(?=[,.;:]|$| (?:from|by|with|to)\b)|afterwards",
        previous_first=r"the previous|the preceding|the prior",
        previous_last=r"before(?=[,.;:]|$| by\b| and (?:will|was|were|is|are|had|has)\b)|before that",
        same_first=r"the same|that same|that last|that",
        last=r"last",
        this=r"this",
        next=r"next",
        ages=(
            r"(?:at|from|since) the age of {n}\b",
            r"\b(?:when|by the time|while|until|since) [\w .'’-]{1,40}? (?:was|were|turned) (?:only |just |barely |about )?{n}(?! (?:metres|meters|miles|percent|years? ago|kilometres|feet|men|people|times|hours|minutes|days|weeks|months)\b)(?= years? old|[,.;?]| and\b| (?:the|we|they|my|her|his|our|she|he|I)\b)",  # noqa: E501
            rf"(?:^|[,;:.] |\b(?:and|but) )(?:at|aged) (?:only |just |barely )?(?={_GROWN}){{n}}(?=,| (?:he|she|I)\b)",
            rf"(?:^|[,;:.] |\b(?:and|but) )by (?={_GROWN}){{n}}(?= (?:he|she|I) (?:had|was)\b)",
            r"(?:^|[;:.] |, (?:and|but) )(?:he|she|I) was (?:only |just |barely )?(?!first|second|third|\w+th\b){n} "
            r"(?=when (?:he|she|I|they|we|the|his|her|my|an?)\b)",
            r"^(?:at|aged) (?=(?:five|six|seven|eight|nine|ten|eleven|twelve)\b){n}"
            r"(?= (?:he|she) (?!(?:was(?! (?:put|sent|apprenticed|bound|taken|given|taught|orphaned|left|moved)\b)|"
            r"could|would|used)\b))",
            r"\b(?:left|leaving|joined|started|began|went|came|learned|learnt|qualified|graduated|settled|married|"
            rf"apprenticed|emigrated|enlisted|retired|orphaned|widowed) [^,.;:]{{0,30}}?(?:at|aged) (?={_GROWN}){{n}}"
            r"(?=[,.;]| (?:and|to|as|for|because|with|when|without)\b)",
            r"\b(?:[Oo]n|[Ff]or|[Bb]y|[Bb]efore|[Aa]t) (?:his|her|my|[A-Z][\w-]+['’]s?) {n} birthday\b",
            r"\b(?:as an? (?:boy|girl|child|lad|apprentice|student) of) {n}\b",
        ),
        born=r"\bborn\b",
        decade=r"(?P<y>1\d\d0|20\d0)['’]?s",
        decades={
            r"['’]?20s|twenties": 20,
            r"['’]?30s|thirties": 30,
            r"['’]?40s|forties": 40,
            r"['’]?50s|fifties": 50,
            r"['’]?60s|sixties": 60,
            r"['’]?70s|seventies": 70,
            r"['’]?80s|eighties": 80,
            r"['’]?90s|nineties": 90,
        },
        century=r"(?P<c>\d{1,2}(?:st|nd|rd|th)|"
        + "|".join(sorted(_EN_ORDINALS[:21], key=len, reverse=True))
        + r")[ -]century",
        bc=r"B\.?C\.?(?:E\.?)?",
        ad=r"A\.?D\.?|C\.?E\.?",
        quarter=r"(?:the )?(?:(?P<q>first|second|third|fourth|last|1st|2nd|3rd|4th) quarter(?: of)?|Q(?P<q2>[1-4]),?)",
        ordinals={w: n for n, w in enumerate(_EN_ORDINALS, 1)} | {"last": 4},
        future=r"(?:['’]ll|['’](?:re|s|m) (?:to|going to|due|expected(?: to)?|planned|hoping to|planning to))\b|\b(?:will|shall|to be|is to|are to|going to|should|(?:is|are|be) expected|expects?|(?:is|are) due|plans? to|(?:is|are) planned|aims? to|intends? to|hopes? to|proposes?)\b",  # noqa: E501
        past=r"\b(?:was|were|had|did|been|came|went|gave|took|said|sold|sang|began|found|built|made|met|paid|left|got|bought|told|held|kept|lost|won|set|ran|rose|fell|grew|wrote|spoke|brought|saw|knew|thought|fled|drew|drove|broke|shut|put|cut|led|sent|became|stood|struck|swept|caught|taught|lay|sank|burnt|dug|flew|spent|felt|heard|read|ate|slept|sat|fought|chose|froze|threw|wore|woke|rode|shook|hid|bore|tore|spun|swam|could|would|blew|ate|beat|bent|bled|burst|clung|crept|dealt|drank|fed|forgot|ground|hung|hurt|knelt|leapt|lent|lit|meant|overtook|quit|rang|sought|shone|shot|shrank|slid|split|spread|sprang|stole|stuck|stung|strode|strove|swore|swung|understood|wept|wound|withdrew|undertook|cost|let|hit|cast|laid|sewn|born|"
        rf"(?!(?:{_NO_VERBS})\b)[a-z]{{2,}}ed)\b",
        present=r"\b(?:is|are|has|have|will|can|closes|opens|begins|starts|ends|takes|meets|runs|comes|goes|gets|needs|leaves|returns|expires|remains|stays|becomes|keeps?|falls|go|begin|come|meet|need|(?:we|they|I|you) (?:start|sail|leave|travel|arrive|depart|return|fly|play|move|open|close|set)|[a-z]{2,}[a-rt-z]s (?:close|open|start|end|finish|resume)(?= (?:on|again|in|from|at)\b|[ .,;]*$))\b",  # noqa: E501
        plan=r"\b(?:undertook|pledged|agreed|decided|resolved|voted|promised|proposed|planned|asked|hoped|postponed|adjourned|deferred|moved|scheduled|booked|fixed|set|arranged|invited|offered|allowed|granted|(?<!had been )lent)\b(?: \S+){0,9}? (?:to|for|until|till|up to)\b",  # noqa: E501
        habit=r"\b(?:years? (?:runs?|goes?) from|every|each|always|usually|normally|often|never|daily|weekly|monthly|yearly|annually|allowed|forbidden|permitted|(?-i:may)|can|cannot|can['’]t|must|should|no \w+ (?:(?-i:may)|shall|is|are)|(?:is|are|stays?|remains?) (?:open|closed|shut)|opens?|closes?|most likely)\b",  # noqa: E501
        allowed=r"\b(?:(?-i:may)|can|must|should|cannot|can['’]t|every|each|always|usually|allowed|forbidden|permitted|no \w+ (?:(?-i:may)|shall|is|are))\b",  # noqa: E501
        telling=r"(?:so |and |but |then )?(?:on|in) [^,.]{5,30},? (?:they|he|she|it|we|I|there|the \w+) \w+|(?:they|he|she|it|we|I) \w+",  # noqa: E501
        yearly=r"\b(?:each|every) (?:\w+ )?(?:year|spring|summer|autumn|winter|season)\b|\b(?:yearly|annually|(?:once|twice) (?:a|every) year)\b",  # noqa: E501
        goes_on=r"(?:and|but) (?:it |now |still |today )*(?!was\b|has\b|does\b)(?:is\b|are\b|\w{2,}[^s\W]s (?=(?:some|the|a|an|to|about|over|more|in|on|at|up)\b|[\d£$€]))",  # noqa: E501
        perfect_past=r"\b(?:had|['’]d) (?:\w+ly |never |already |once )?(?:been|\w+(?:ed|en|wn|ght|ne|pt|lt)|begun|come|run|put|made|left|met|found|told|read|lost|said|had|sat|stood|kept|heard|held|sold|set|won|led|sent|spent|built)\b",  # noqa: E501
        lasted=(
            r"\b(?:took|lasted) (?:them |him |her |us |me |the \w+ )?(?:another |a further |some |about |nearly |almost |over )?{n} {u}\b(?! (?:off|of|from|later|ago))",  # noqa: E501
            r"\b(?:finished|completed|done|ready|rebuilt|paid off) in (?:only |just |about |under )?{n} {u}\b",
            r"\b(?:another |a further |some |about |nearly |almost |over )?{n} {u} (?:had )?(?:passed|went by|elapsed) before\b",  # noqa: E501
            r"\bit was (?:another |a further |some |about |nearly |almost |over )?{n} {u} before\b",
            r"\b(?:lived|survived)(?: on)?(?: for)? (?:another|a further) {n} {u}(?=[,.;]| and\b)",
            r"\b(?:lived|survived)(?: on)?(?: for)? {n} more {u}(?=[,.;]| and\b)",
            r"\b(?:lived|survived)(?: on)?(?: for)? {n} {u} (?:more|longer)(?=[,.;]| and\b)",
            r"\b(?:outlived|survived) (?:him|her|them|it|me|[A-Z]\w+) by (?:only |just |about |nearly )?{n} {u}\b",
        ),
        roughly=r"some|about|around|nearly|almost|roughly|perhaps",
        unbounded=r"within|more than|over|less than|under|at least|at most|up to|not|only|for",
        mended=r"\b(?:correct(?:ed|ion)|updated?|amended)\b",
        again=rf"\b(?:first|second|third|fourth|last) (?:{named}) (?:of|in) (?:each|every|the|any) \w+\b|\b(?:every|each|on an?|any) (?:\w+ )?(?:{named})\b|\b(?:{named})s\b|\b(?:from )?(?:{named}) (?:to|through|until) (?:{named})\b|\b(?:{named})[–-](?:{named})\b|\b(?:on )?(?:{named}) and (?:{named}) (?:mornings|evenings|afternoons|nights)\b|\b(?:{named}) (?:mornings|evenings|afternoons|nights)\b",  # noqa: E501
        clauses=r"that|which|who|when|while|because|although|though|until|before|after|since|if|whether|and|but|so that",  # noqa: E501
        it_was=r"(?:it|this|that|the year) was(?: now| already| still)?",
        on_day=r"from(?= (?-i:[A-Z])[a-z]+day\b(?![^.;]*\b(?:to (?-i:[A-Z])|until\b|till\b|through\b))[^.;]*\b(?:will|(?:is|are) (?:going )?to)\b)|on(?: the (?:morning|afternoon|evening|night|eve) of)?|for|in the (?:early|small) hours of|by|until|(?:to|until|till) the end of|since",  # noqa: E501
        last_day=r"last",
        next_day=r"next",
        weekday_week=r"\b(?:on )?{wd} week\b",
        nth_of=r"the",
        nth_in=r"of|in",
        this_year=r"this year",
        yesterday=r"yesterday|last night",
        two_days_ago=r"day before yesterday",
        today=r"today|this morning|this afternoon|this evening|tonight",
        tomorrow=r"tomorrow",
        in_two_days=r"day after tomorrow",
        day_number=r"day",
        day_part=r"(?:early |late )?(?:morning|evening|afternoon|night)",
        measures=r"(?:people|men|women|children|employees|homes|houses|households|metres|meters|kilometres|kilometers|km|m|miles|feet|kg|kilograms?|tons?|tonnes?|litres?|liters?|pounds|dollars|euros|francs|percent|per cent|%|°|copies|pages|words|hours|minutes|seconds|times|inhabitants|ships|boats|votes|instruments|units|rpm|watts?|kW|W|MB|GB|volts?|places|seats|books|students|pupils|workers|members|visitors|cars|vehicles|trees|sheep|hectares|acres|or so (?:people|men)|square|cubic)\b",  # noqa: E501
        month_first=True,
        labels={
            "born": "{} was born.",
            "died": "{} died.",
            "letter": "Letter: {}.",
            "spring": "Spring {}",
            "summer": "Summer {}",
            "autumn": "Autumn {}",
            "winter": "Winter {}",
            "early": "Early {}",
            "mid": "Mid-{}",
            "late": "Late {}",
            "end": "End of {}",
            "since": "Since {}",
            "until": "Until {}",
            "by": "By {}",
            "start": "From {}",
            "about": "about {}",
            "decade": "{}s",
            "century": "{} century",
            "bc": "{} BC",
            "quarter": "{q} quarter of {}",
        },
    )
