"""Questions that clauses answer in German, French, Spanish, Italian and Portuguese, and clauses that are left alone."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from plain_sources import TEXTS, source_of

from server.domain.sources import SourceKind
from server.engine.sources import import_source
from server.engine.specs import SourceSpec
from server.engine.writing.askers import asker_for
from server.engine.writing.asking import Kind
from server.engine.writing.builtin import BuiltInWriter
from server.engine.writing.european import happening, headings
from server.engine.writing.european.german_asking import asked as german
from server.engine.writing.european.romance_asking import romance_asker
from server.engine.writing.european.romance_order import french_pronoun
from server.engine.writing.quizzes.values import other_values
from server.engine.writing.tasks import FaqTask

ASKED = TEXTS.parent / "more_texts" / "asked"


def questions(code: str, said: str) -> list[str]:
    """What a sentence is asked for, where words with a capital are names if there are two of them."""
    if code == "de":
        return [a.question for a in german(said, 0, lambda words: " " in words)]
    asker = romance_asker(code)
    assert asker is not None
    return [a.question for a in asker.asked(said, 0, lambda words: " " in words)]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Le pont ferma en 1952, parce que le bois pourrissait.", "Pourquoi le pont ferma-t-il en 1952 ?"),
        ("Les élèves voyagent gratuitement, car la ville paie.", "Pourquoi les élèves voyagent-ils gratuitement ?"),
        (
            "Le four ne doit pas être ouvert, car la pâte retombe.",
            "Pourquoi le four ne doit-il pas être ouvert ?",
        ),
        ("En hiver, la rivière déborde à cause du froid.", "Pourquoi la rivière déborde-t-elle en hiver ?"),
        ("La séance aura lieu le 20 novembre.", "Quand la séance aura-t-elle lieu ?"),
        ("Les travaux commenceront le 3 mai.", "Quand commenceront les travaux ?"),
        ("Depuis 1998, la chorale chante à Lyon.", "Depuis quand chante la chorale ?"),
        ("La location de la barque coûte 12 euros par jour.", "Combien coûte la location de la barque ?"),
        ("Les travaux ont duré huit mois.", "Combien de temps ont duré les travaux ?"),
        ("Le lavoir date de 1803.", "De quand date le lavoir ?"),
        ("Pour purger la pompe, ouvrez la vanne.", "Comment purger la pompe ?"),
        ("Si la pompe cogne, fermez la vanne.", "Que faire si la pompe cogne ?"),
        ("Si le loyer n'est pas payé, la caution est perdue.", ""),
        (
            "Si le loyer n'est pas payé, la commune retient la caution.",
            "Que se passe-t-il si le loyer n'est pas payé ?",
        ),
        ("Les locataires doivent rendre les clés lundi.", "Que doivent faire les locataires ?"),
        ("La société Ferrand a réparé la toiture du gymnase.", "Qui a réparé la toiture du gymnase ?"),
        ("L'adjoint, Paul Mercier, refuse la mesure proposée.", "Que refuse Paul Mercier ?"),
        ("Il est interdit de fumer dans la cour.", "Est-il interdit de fumer dans la cour ?"),
    ],
)
def test_french(said: str, question: str) -> None:
    assert question in [*questions("fr", said), ""]
    if not question:
        assert questions("fr", said) == []


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Los vecinos rechazan el proyecto porque el río baja seco.", "¿Por qué rechazan los vecinos el proyecto?"),
        ("La biblioteca se inauguró el 4 de marzo de 1998.", "¿Cuándo se inauguró la biblioteca?"),
        ("La visita dura dos horas y cuesta 8 euros.", "¿Cuánto dura la visita?"),
        ("Una limpieza cuesta 1.200 euros.", "¿Cuánto cuesta una limpieza?"),
        ("Para limpiar la bomba se necesitan dos llaves.", "¿Qué hay que hacer para limpiar la bomba?"),
        ("Si la bomba gotea, hay que cambiar la junta.", "¿Qué hay que hacer si la bomba gotea?"),
        ("Si el aviso no se atiende, la junta retira la llave.", "¿Qué ocurre si el aviso no se atiende?"),
        ("Los solicitantes deben presentar el impreso.", "¿Qué deben hacer los solicitantes?"),
        ("Los socios tendrán que pagar la cuota.", "¿Qué tendrán que hacer los socios?"),
        ("Los perros pueden entrar si van atados.", "¿Pueden entrar los perros?"),
        ("No se permite encender fuego.", "¿Se permite encender fuego?"),
        ("La alcaldesa Rosa Gil firmó el convenio con la universidad.", "¿Quién firmó el convenio con la universidad?"),
        ("El desgaste se mide con un calibre.", "¿Cómo se mide el desgaste?"),
        ("La cuota incluye el agua y el seguro.", "¿Qué incluye la cuota?"),
    ],
)
def test_spanish(said: str, question: str) -> None:
    assert question in questions("es", said)


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("La fabbrica chiuse nel 1987 per mancanza di ordini.", "Perché la fabbrica chiuse nel 1987?"),
        ("L'assemblea si è riunita il 6 febbraio.", "Quando si è riunita l'assemblea?"),
        ("I lavori sono costati 11 milioni di euro.", "Quanto sono costati i lavori?"),
        ("Le visite durano quaranta minuti.", "Quanto durano le visite?"),
        ("Per visitare la torre bisogna prenotare.", "Che cosa bisogna fare per visitare la torre?"),
        ("Se l'acqua diventa torbida, bisogna cambiarla.", "Che cosa bisogna fare se l'acqua diventa torbida?"),
        ("Se un gioco rompe un vetro, la famiglia paga il danno.", "Che cosa succede se un gioco rompe un vetro?"),
        ("È vietato parcheggiare nel cortile perché i pompieri passano.", "È vietato parcheggiare nel cortile?"),
        ("Il sindaco Paolo Ghirri ha inaugurato la nuova biblioteca.", "Chi ha inaugurato la nuova biblioteca?"),
        ("I condomini devono pagare le spese.", "Che cosa devono fare i condomini?"),
        ("I commercianti chiedono parcheggi.", ""),
    ],
)
def test_italian(said: str, question: str) -> None:
    assert question in [*questions("it", said), ""]
    if not question:
        assert questions("it", said) == []


@pytest.mark.parametrize(
    ("said", "question"),
    [
        (
            "As folhas não se devem molhar, porque a humidade traz fungos.",
            "Por que razão as folhas não se devem molhar?",
        ),
        ("O conselho reuniu-se no dia 22 de janeiro de 2025.", "Quando se reuniu o conselho?"),
        ("Em 2027, a câmara vai instalar iluminação.", "Quando é que a câmara vai instalar iluminação?"),
        ("A paragem encontra-se em frente ao mercado.", "Onde se encontra a paragem?"),
        ("As obras custaram 4,8 milhões de euros.", "Quanto custaram as obras?"),
        ("Cada sessão dura quarenta minutos.", "Quanto tempo dura cada sessão?"),
        ("Conseguir a licença demorou dois anos.", "Quanto tempo demorou conseguir a licença?"),
        ("Para pedir o passe, é preciso mostrar o cartão.", "O que é preciso fazer para pedir o passe?"),
        ("Se houver formigas, ponha borra de café.", "O que se deve fazer se houver formigas?"),
        ("Os leitores devem pagar os livros que estragarem.", "O que devem fazer os leitores?"),
        ("Os alunos podem levar três livros.", "Quantos livros podem levar os alunos?"),
        ("Os alunos não podem comer na sala.", "Os alunos podem comer na sala?"),
        ("Há doze computadores para os trabalhos.", "Quantos computadores há para os trabalhos?"),
    ],
)
def test_portuguese(said: str, question: str) -> None:
    assert question in questions("pt", said)


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Die Pumpe wird im Keller gelagert.", "Wo wird die Pumpe gelagert?"),
        ("Der Steg wurde am 3. Mai 1924 eröffnet.", "Wann wurde der Steg eröffnet?"),
        ("Im Sommer 1931 kaufte die Gemeinde einen Wagen.", "Wann kaufte die Gemeinde einen Wagen?"),
        ("Seit 2015 betreibt der Verein eine Werkstatt.", "Seit wann betreibt der Verein eine Werkstatt?"),
        ("Der Beitrag ist bis zum 31. Januar zu bezahlen.", "Bis wann ist der Beitrag zu bezahlen?"),
        ("Der Deckel darf nicht fest schließen, weil sich Gas bildet.", "Warum darf der Deckel nicht fest schließen?"),
        ("Wegen der Bauarbeiten ist der Parkplatz gesperrt.", "Warum ist der Parkplatz gesperrt?"),
        (
            "An Sonntagen dürfen keine Maschinen laufen, weil darüber Leute wohnen.",
            "Warum dürfen an Sonntagen keine Maschinen laufen?",
        ),
        ("Um den Teig zu belüften, rühren Sie ihn um.", "Was muss man tun, um den Teig zu belüften?"),
        ("Wenn sich Flecken zeigen, muss der Ansatz weg.", "Was ist zu tun, wenn sich Flecken zeigen?"),
        ("Wenn der Pegel steigt, schließt das Tor.", "Was passiert, wenn der Pegel steigt?"),
        ("Der Umbau kostet 1,3 Millionen Euro.", "Wie viel kostet der Umbau?"),
        ("Die Kaution für den Schlüssel beträgt 50 Euro.", "Wie hoch ist die Kaution für den Schlüssel?"),
        (
            "Vor der ersten Benutzung müssen neue Mitglieder einen Kurs besuchen.",
            "Was müssen neue Mitglieder vor der ersten Benutzung tun?",
        ),
        ("Kinder dürfen die Halle nur mit Eltern betreten.", "Dürfen Kinder die Halle betreten?"),
        ("Mitglied kann werden, wer 16 Jahre alt ist.", "Wer kann Mitglied werden?"),
        ("Karten gibt es an der Kasse.", "Wo gibt es Karten?"),
        ("Die Anwohner klagen über den Lärm.", "Worüber klagen die Anwohner?"),
        ("Auf dem Markt, wo Linden stehen, wird das Pflaster ersetzt.", "Wo wird das Pflaster ersetzt?"),
        ("Die Hütte stellt rund 9.000 Gläser her.", "Was stellt die Hütte her?"),
    ],
)
def test_german(said: str, question: str) -> None:
    assert question in questions("de", said)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("fr", "Elle refuse la mesure, car elle coûte cher."),  # nobody is named
        ("fr", "Son association demande une aide."),  # whose?
        ("fr", "Les tomates et les courges en demandent davantage."),  # of what?
        ("fr", "Si la farine brunissait en dix secondes, on pouvait enfourner."),  # what once was so
        ("es", "La nueva planta."),  # a noun that could be a verb
        ("es", "El actual se apagó en 2011."),  # the noun stands elsewhere
        ("es", "Deje que el aceite penetre, porque el exceso atrapa el polvo."),  # an order
        ("es", "La cooperativa lo compró en 1998."),  # what was it?
        ("it", "La sua bottega chiuse nel 1987."),
        ("it", "Le olive lo richiedono."),
        ("pt", "Ela reabriu no dia 5 de maio."),
        ("pt", "Se os frutos forem pequenos, falta potássio."),  # a cause, not what follows
        ("de", "Den Antrag stellte der Verein."),  # an object stands first
        ("de", "Die Arbeiten übernimmt die Firma Wendt."),  # so it does here
        ("de", "Das Fest eröffnet der Bürgermeister der Stadt."),
        ("de", "Im Winter 1944 diente es als Löschteich."),  # what did?
        ("de", "Seine Hütte kostet 40 Euro."),
        ("de", "Wer weniger verdunstet, kühlt weniger."),
        ("de", "Emil Haas starb am Abend nach der Sitzung."),
    ],
)
def test_what_is_in_doubt_is_not_asked(code: str, said: str) -> None:
    assert questions(code, said) == []


@pytest.mark.parametrize(
    ("subject", "many", "pronoun"),
    [
        ("le maire", False, "il"),
        ("la roue", False, "elle"),
        ("les étudiants", True, "ils"),
        ("les associations", True, "elles"),
        ("l'association", False, "elle"),
        ("l'atelier", False, "il"),
        ("les forêts", True, ""),
        ("Claude Morin", False, ""),
        ("Mme Astier", False, "elle"),
    ],
)
def test_a_subject_is_taken_up_only_where_its_gender_is_certain(subject: str, many: bool, pronoun: str) -> None:
    assert french_pronoun(subject, is_plural=many) == pronoun


def test_a_french_participle_agrees_with_what_is_counted(writer: BuiltInWriter) -> None:
    more = "Le village est ancien et se trouve au bord du fleuve. " * 8
    source = source_of(f"# Un lieu\n\nLa ville a planté 300 arbres. La ville a loué 40 voitures. {more}", language="fr")
    analysis = writer.analysis((source,), language="fr")
    asked = [a.question for a in asker_for(analysis).questions(range(2)) if a.kind is Kind.HOW_MANY]
    assert not any("loué la" in question or "planté la" in question for question in asked)
    assert "Combien de voitures a louées la ville ?" in asked


@pytest.mark.parametrize(
    ("code", "heading", "question"),
    [
        ("fr", "Installer le bac", "Comment installer le bac ?"),
        ("it", "Scegliere le olive", "Come scegliere le olive?"),
        ("pt", "Escolher o vaso", "Como escolher o vaso?"),
        ("es", "Medir el desgaste", "¿Cómo medir el desgaste?"),
        ("de", "Einen Sauerteig ansetzen", "Wie kann man einen Sauerteig ansetzen?"),
        ("fr", "Utiliser", ""),  # what?
        ("es", "Problemas frecuentes", ""),
        ("de", "Die ersten Tage", ""),
        ("it", "Il mare", ""),
    ],
)
def test_headings_that_say_what_to_do(code: str, heading: str, question: str) -> None:
    assert headings.asked(heading, code) == question


@pytest.mark.parametrize(
    ("code", "said", "can"),
    [
        ("fr", "une crue emporta la digue.", True),
        ("fr", "il acheta une camionnette.", False),
        ("fr", "une ligne doit desservir l'hôpital.", False),
        ("it", "un fulmine danneggiò il motore.", True),
        ("it", "tornò al porto e sposò Gino Parodi.", False),
        ("it", "nacque la banda del paese.", True),
        ("es", "ya se vació casi por completo.", True),
        ("es", "abrirán una escuela.", False),
        ("de", "diente es als Löschteich.", False),
        ("de", "wird die Brücke gesperrt.", False),
        ("de", "fuhren 21 000 Gäste mit.", True),
    ],
)
def test_what_happened_is_asked_where_it_is_told_of_whom(code: str, said: str, can: bool) -> None:
    assert happening.can_be_asked(said, code) is can


def test_written_figures_are_altered_in_english_only() -> None:
    chance = random.Random(1)
    assert other_values("six ans", taken=frozenset(), chance=chance, language="fr") == []
    assert len(other_values("six years", taken=frozenset(), chance=chance)) == 3
    assert len(other_values("11 ans", taken=frozenset(), chance=chance, language="fr")) == 3


@pytest.mark.parametrize("code", ["de", "fr", "es", "it", "pt"])
def test_at_most_one_in_five_asks_what_is_known(code: str, writer: BuiltInWriter) -> None:
    kinds: Counter[bool] = Counter()
    for path in sorted(ASKED.glob(f"*_{code}.md")):
        source = import_source(SourceSpec(SourceKind.FILE, path=path, name=path.name))
        analysis = writer.analysis((source,), language=code)
        plain = {
            form
            for a in asker_for(analysis).questions(range(len(analysis.sentences)))
            if a.kind is Kind.ABOUT
            for form in a.forms
        }
        entries = writer.write(FaqTask(sources=(source,), language=code)).entries
        assert len(entries) >= 6, path.name
        kinds.update(e.question in plain for e in entries)
        for entry in entries:
            assert not re.search(r"[«„“(;:] ?$|\b(?:de|di|du|do|del|von|mit) ?\?$", entry.question), entry.question
    assert kinds[True] <= 0.2 * (kinds[True] + kinds[False])
