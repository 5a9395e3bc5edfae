"""The last look at a made question: what no speaker of English would say, whatever sentence it was turned from."""

from __future__ import annotations

import re

_HELPERS = (
    "am|is|are|was|were|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must|isn't|aren't|wasn't|"
    "weren't|don't|doesn't|didn't|can't|won't"
)
_OPENING = re.compile(
    rf"^(?:Who|Whom|Whose|What|When|Where|Which|Why|How|(?:By|Since|Until|From|For|In|On|At|To|With|Of|After|Before|"
    rf"Through|Under|About|Into) (?:who|whom|whose|what|when|where|which|how)|{_HELPERS})\b",
    re.IGNORECASE,
)
_YES_OR_NO = re.compile(rf"^(?:{_HELPERS})\b", re.IGNORECASE)
_TAIL = re.compile(r", (?:and|or|nor|but|so|as|by|which|who)\b|\b(?:or|nor|neither)\b")
"""A second clause or phrase behind a comma, which a question for yes or no, or for who did it, can't hold; between two
things it is a choice, which isn't answered with yes or no."""
_UNSAYABLE = (
    # "How do you getting started?"
    re.compile(r"\b(?:do|does|did|should|can|must|will) (?:you|we|they|I) (?!being\b|bring\b|sing\b|ring\b)\w+ing\b"),
    # "How long should you once the filter is clean hold it?"
    re.compile(r"\b(?:do|does|did|should|can|must|will) (?:you|we|they) (?:once|when|if|after|before|while|until)\b"),
    # "What is with a hose?"
    re.compile(r"^What (?:is|are|was|were) (?:with|by|at|on|from|to|into|of)\b(?! \w+ \w+ (?:for|about|like)\b)"),
    # "What happened after the night at?"
    re.compile(
        r"^(?:What happen(?:s|ed)|When|Why|How|Until|Since)\b.*\b(?:the|a|an) \w+ "
        r"(?:at|of|with|from|to|in|on|by|than|as)\?$"
    ),
    re.compile(r"^How many (?:of )?(?:these|those|them|it)\b"),
    # "How quickly could she tell it more exactly than by nose?" asks two things.
    re.compile(r"^How (?:quickly|soon|fast|often|long)\b.*\bthan\b"),
    # "What do people ask about?" asks nothing.
    re.compile(r"^What (?:do|does|did|can|will|would) (?:people|they|you|we|one|everybody|everyone) \w+(?: about)?\?$"),
    re.compile(r"^What (?:is|are|was|were) .+ that (?:follows?|comes?|stands?|followed|came)\b.* like\?$"),
    # "Where is the author by then?": when that is, only the tale says.
    re.compile(r"\bby then\?$"),
    # A day that is only told of from the day of the text.
    re.compile(r"^When\b.*\b(?:today|tomorrow|yesterday|now|tonight)\?$"),
    re.compile(r"\bat (?:\d[\d.,]*|\w+) nos?\.?\?$"),
    re.compile(r"\b(?:and|or|nor|but|the|a|an)\?$"),
    # "How much was the old tariff to eight pounds a book?" holds its own answer.
    re.compile(r"^How much\b.*(?:[£$€]\d|\b(?:pounds|euros|dollars|pence|shillings|cents)\b)"),
    # "Who put butter on it, which you're not supposed to do?"
    re.compile(r", which\b|\band none\b"),
    re.compile(r"\b(?:maybe|perhaps|too|either)\?$"),
    # "Why can intakes be placed?" lacks where or how they are.
    re.compile(r"^Why (?:can|could|may) [\w' -]+ be \w+(?:ed|en)\?$"),
    # "What measured sleep?", "Why should you rest day?"
    re.compile(r"^What \w+ed \w+\?$"),
    re.compile(r"\bshould you \w+ (?:day|night|morning)\?$"),
    # "Why does it lets go?"
    re.compile(r"\b(?:does|did|do) (?:it|you|they|the \w+) \w+(?<!s)s (?!the\b|a\b|an\b)\w+\?$"),
    # "What should you do if a word on lumens: More isn't better?"
    re.compile(r": [A-Z]|\b(?:never|a pale)\?$|\bthinked\b"),
    # Whom it means only the sentence says, where no name stands before it.
    re.compile(r"^\S+ (?:(?!\b[A-Z][a-z]).)*?(?<!or )\b(?:he|she)\b"),
    # "How many open seams secured?" has lost its verb.
    re.compile(
        r"^How many (?:\w+ ){1,3}(?!died|voted|replied|answered|attended|survived|drowned|moved|stayed)\w+ed\?$"
    ),
    # "How did income from it change?": only the sentence before says from what.
    re.compile(r"^(?:By how much|How) (?:did|does|has) [\w ]+ (?:from|of|for) (?:it|them) \w+\?$"),
    # "When did she go to the mainland four years later?" says when, from a day that isn't told.
    re.compile(r"^When\b.* [\w-]+ (?:years?|months?|weeks?|days?|hours?) (?:later|earlier)\?$"),
    re.compile(r"!\?$|^Where should you \w+ (?:it|them)\?$"),
    re.compile(r"[·|]|\.{3}|…"),
    # "When should you replace the filter part B-2 £4?": what stood in brackets has lost its place.
    re.compile(
        r"\b(?!(?:of|for|at|by|to|than|over|under|about|with|from|nearly|only|is|was|pay|paid|costs?|charged?)\b)"
        r"[\w-]+ "
        r"[£$€][\d.,]+\?$"
    ),
    # "How much do courses cost last two hours?"
    re.compile(
        r"^How much (?:do|does|did) .+ (?:cost|weigh) (?!(?:to|for|in|an?|per|each|at|on|if|when|with|without|the|now|"
        r"today|before|after|by|from)\b)[a-z]+"
    ),
    # "Who began to weave by hand in 2009 two former teachers?" holds its own answer.
    re.compile(r"^Who .*\b(?:1[5-9]|20)\d\d (?:two|three|four|five|an?|the|some) [a-z ]+\?$"),
    re.compile(r"\babout (?:what|how|when|where|who|why) to\b|\babout (?:yes|no)\?$"),
    re.compile(r"\babout (?:two|three|four|five|six|some) (?:things|points|matters)\?$"),
    re.compile(r"\bonly\?$|^Which what\b|\bthank you\b"),
    # "When did quarrel Lane die?"
    re.compile(r"\b(?:did|does|was|is|has|had) [a-z]+ (?:Lane|Street|Road|Row|Square|Hall|House|Bridge)\b"),
    re.compile(r"^\w+ do (?:it|he|she)\b"),
    re.compile(r"\byou \w+ (?:or|and) \w{3,}ing\b(?<!bring)"),
    # "How long did she hold it, and in her letters the writing shakes?" goes on with another statement.
    re.compile(r"^(?:How|When|Why|Where|Who|What)\b.*, and (?:in|on|the|her|his|then|it|they|she|he|by)\b"),
    # "How many people did the company keep on it?" doesn't say on what.
    re.compile(r"^(?:\w+ )?[Hh]ow many\b.*\b(?:in|on|of|from|at) it\b"),
    re.compile(r"^Who (?:has|have|had) \d"),
    # "Where did 1880 Ada Rell found a school in?"
    re.compile(r"^\w+ (?:did|does|do|was|were|has|had) \d{4} [A-Z]"),
    # "Why has she said?"
    re.compile(r"^Why (?:has|have|had|did|does|do) .* (?:say|said)\?$"),
    # "How do you open dates?": days are what something is done on.
    re.compile(r"^How (?:do|should|can) you \w+ (?:dates?|days?|times?|hours?|names?|contents?)(?: and \w+)?\?$"),
    re.compile(r"^May .*\b(?:more|less|\w{2,}er) than\b"),
    # "When were crisps banned, celery in 2006?" has kept the half of a second statement.
    re.compile(r", [a-z]+ in \d{4}\?$|\band (?:(?:Mrs?|Ms|Miss|Dr|Cllr)\.? )?[A-Z][\w ]+ \d+\b"),
    # "Why must boats be back by 6 pm by 4 pm?"
    re.compile(r"\b(by|at|until|from) (\d[\d.:]* ?(?:[ap]m)?) \1 \d"),
    re.compile(r"\bon \d{1,2} [A-Z]\w+ on \d{1,2} [A-Z]"),
    # "When did they break the windows, not the door?", "How does a bus change every quarter of an hour?"
    re.compile(r", not [\w ]+\?$|^How (?:does|do|did) .* change every\b"),
    # "What is Please note?", "What is as for the tart?": what leads in has been taken for a thing.
    re.compile(r"^(?:What|Who) (?:is|are) (?:[Pp]lease|[Aa]s|[Hh]ere|[Nn]ote|[Nn]ow|[Tt]hen)\b"),
    re.compile(r"^What (?:do|does|did) you \w+,.* here\?$"),
    # "How many kilos must the load not weigh?", "How many men instead of five does the press need?"
    re.compile(r"^How (?:many|much)\b.*\b(?:not|never|instead of)\b"),
    # "Who used the app in a hundred?": the share has lost its figure.
    re.compile(r"\bin (?:a|an|one|every|each) (?:ten|dozen|hundred|thousand)\?$"),
    # "Why do courses not help against that longer?"
    re.compile(r"\bthat \w{2,}er\?$"),
    re.compile(r"^How (?:quickly|soon|fast) (?:is|are|was|were)\b.*\b(?:when|if)\b"),
    # "What did straw win in the dry year, in the wet one?", "Why was she one?"
    re.compile(r", (?:in|on|at|by|to) the \w+ one\?$|^(?:Why|How|When)\b.* one\?$"),
    # "How many runners trained in the park is Doreen Haigh?"
    re.compile(r"^How many \w+(?: \w+)? \w+ed\b.* (?:is|are|was|were) [A-Z]"),
    # "Can anybody un?", "Why does the fee fall due by the end of a term otherwise?"
    re.compile(r"\b(?:un|re|non|otherwise|instead|throughout)\?$"),
    # "Should you burn a candle in it?"
    re.compile(r"^Should you\b.* (?:in|on|with|into|of|to|from|at|under) (?:it|them)\?$"),
    # "How may eyepieces be wiped and a drop of spirit?"
    re.compile(r"^How\b.* \w+(?:ed|en) and an? \w+"),
    # "When did they set fire to the laundry, and forty feet of roof?"
    re.compile(r"^(?:How|When|Why|Where|Who|What)\b(?!.*, and (?:which|what|how|why|when|where|who)\b).*, and\b"),
    # "Where is the river not wide?", "Has it been a harbour for as long as anybody knows?"
    re.compile(r"^Where (?:is|are|was|were)\b.* not \w+\?$|^(?:Has|Have|Is|Are)\b.*\bas long as\b"),
    # "Where is a calf been chewing?": `has` has been taken for `is`.
    re.compile(r"\b(?:is|are|was|were) (?:\w+ ){1,4}been\b"),
    # "Is there a harm in it?" doesn't say in what.
    re.compile(r"^(?:Is|Are|Was|Were) there\b.*\b(?:in|on|of|for|with|about) (?:it|them|this|that)\?$"),
    # "How often does The mail boat go …?": what stands before a colon has been taken for a name.
    re.compile(r"\b(?:do|does|did|is|are|was|were|about|to|of|has|have) (?:The|An?) [a-z]"),
    # "Is a hearing aid a telephone?"
    re.compile(r"^(?:Is|Are|Was|Were) an? [a-z -]+ an? [a-z]+\?$"),
    # "What does the owner hold for demolition?", "What is for green tea and coffee?"
    re.compile(r"^What (?:is|are) for\b|^What (?:do|does|did) [\w' -]+ (?:hold|keep|have|bear|take) (?:for|as|of) "),
    # "Why does you want …?", "Why did she choose B. Cllr Orme preferred C?"
    re.compile(r"\b(?:does|is|was|has) you\b|\b[A-Z]\. (?:Cllr|Mrs?|Ms|Dr|The|An?|It|He|She|They)\b"),
    # "Why is the sitting on 9 December at 18.00?": the reason is that of the hour alone.
    re.compile(r"^Why\b.* on \d{1,2} [A-Z]\w+ at \d"),
    # "How much of it …", "What happened when it …": only what stands before them says of what.
    re.compile(r"^How (?:much|many) of (?:it|them|this|that|these|those)\b"),
)
_MINE = re.compile(r"\b(?:I|I've|I'm|I'd|my|me|mine)\b(?!\w)")
_SHOULD_KNOW = re.compile(r"^What should I know\b|\bdo I\b|\bcan I\b|\bshould I\b|\bmay I\b|\bmust I\b")
_BARE_HELPER = re.compile(r"^What do you need\?$")
_UNTURNED = re.compile(r"^(?:What|How|Why|Where|When) (?:do|does|did) (?:this|that|it|the \w+) (?:do|does|did) not\b")


def opens_as_question(words: str) -> bool:
    """Whether words open as questions do: with a word that asks, or with a helping verb."""
    return _OPENING.match(words) is not None


def sound(question: str) -> bool:
    """Whether a question that was made, and not found in the source, is one that can be said.

    It has to open as questions do, to have its verb where a question has it, and to ask one thing.
    """
    if not _OPENING.match(question) or not question.endswith("?"):
        return False
    if _BARE_HELPER.match(question):
        return True
    if _MINE.search(question) and not _SHOULD_KNOW.search(question):
        return False
    if (_YES_OR_NO.match(question) or question.startswith("By whom")) and _TAIL.search(question):
        return False
    return not _UNTURNED.match(question) and not any(form.search(question) for form in _UNSAYABLE)
