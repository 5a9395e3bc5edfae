"""A quiz to play: one question at a time, what is right and why, the score, and what went wrong once more."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.language import tr, trn
from app.models.pages import Note
from app.models.quizzes import Game, Quiz
from app.theme import look, mark
from app.widgets.buttons import button
from app.widgets.cards import WrappedLabel, card, label, row, scrolled
from app.widgets.page_stack import PageStack
from app.widgets.progress import ProgressLine

WIDTH = 720
KEYS = (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4, Qt.Key.Key_5, Qt.Key.Key_6)
LETTERS = "ABCDEF"


class Option(QPushButton):
    """One option; its words wrap. `state` is empty, ``right``, ``wrong`` or ``other``."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.setAutoDefault(False)
        look(self, "option")
        self._letter = label(LETTERS[place], "badge")
        self._letter.setFixedSize(26, 26)
        self._letter.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._words = WrappedLabel("")
        self._key = label(str(place + 1), "small")
        line = row(self._letter, self._words, self._key, spacing=12, stretch_at=1)
        line.setContentsMargins(14, 12, 14, 12)
        self.setLayout(line)
        for shown in (self._letter, self._words, self._key):
            shown.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_option(self, text: str, *, state: str = "") -> None:
        """Show an option, and whether it was right once that is known."""
        self._words.setText(text)
        said = {"right": tr(", the right answer"), "wrong": tr(", your answer, wrong")}.get(state, "")
        self.setAccessibleName(f"{self._letter.text()}: {text}{said}")
        mark(self, "state", state)
        self.setEnabled(not state)
        line = self.layout()
        assert line is not None
        self.setMinimumHeight(max(line.minimumSize().height(), 52))


class QuizView(QWidget):
    """A quiz in play. `noted` carries the number of a passage that a person wants to see."""

    noted = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Quiz"))
        self.game = Game(Quiz())
        self._notes: Mapping[int, Note] = {}
        self._reviews = False
        self.progress = ProgressLine()
        self.counter = label("", "muted")
        self.score = label("", "muted")
        self.question = WrappedLabel("", "question")
        self.options = [Option(place) for place in range(len(LETTERS))]
        self.verdict = label("", "heading")
        self.explanation = WrappedLabel("")
        self.passage = WrappedLabel("")
        self.where = label("", "small")
        self.next_button = button(tr("Next"), self._go_on, kind="main", tip=tr("Next (Enter)"))
        self.result = label("", "result")
        self.result_words = WrappedLabel("", "muted")
        self.review_button = button(tr("Review the mistakes"), self._review, icon="refresh", kind="main")
        self.again_button = button(tr("Play again"), self._again, icon="restart")
        self._mistakes = QVBoxLayout()
        self._build()

    def show_quiz(self, quiz: Quiz, notes: Mapping[int, Note]) -> None:
        """Show another quiz, at its first question."""
        self._notes, self._reviews = notes, False
        self._play(Game(quiz))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """1 to 4 answer, Enter goes on, R reviews, A plays again."""
        key = Qt.Key(event.key())
        if key in KEYS:
            self._answer(KEYS.index(key))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self.game.is_over:
            self._go_on()
        elif self.game.is_over and key == Qt.Key.Key_R and self.game.mistakes:
            self._review()
        elif self.game.is_over and key == Qt.Key.Key_A:
            self._again()
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        asking = QWidget()
        column = QVBoxLayout(asking)
        column.setContentsMargins(8, 12, 8, 12)
        column.setSpacing(10)
        column.addLayout(row(self.counter, None, self.score))
        column.addWidget(self.progress)
        column.addSpacing(10)
        column.addWidget(self.question)
        column.addSpacing(6)
        for place, option in enumerate(self.options):
            option.clicked.connect(lambda _on=False, place=place: self._answer(place))
            column.addWidget(option)
        column.addSpacing(6)
        self._told, told = card(padding=16, spacing=8)
        look(self._told, "told")
        told.addWidget(self.verdict)
        told.addWidget(self.explanation)
        self._quote, quote = card(padding=12, spacing=4)
        look(self._quote, "quote")
        quote.addWidget(self.passage)
        quote.addWidget(self.where)
        told.addWidget(self._quote)
        column.addWidget(self._told)
        column.addLayout(row(None, self.next_button))
        column.addStretch(1)
        self.next_button.setMinimumSize(120, 38)
        over = QWidget()
        ended = QVBoxLayout(over)
        ended.setContentsMargins(8, 28, 8, 12)
        ended.setSpacing(10)
        ended.addWidget(self.result)
        ended.addWidget(self.result_words)
        ended.addSpacing(6)
        for made in (self.review_button, self.again_button):
            made.setMinimumHeight(38)
        ended.addLayout(row(self.review_button, self.again_button, None))
        ended.addSpacing(10)
        self._mistakes.setSpacing(12)
        ended.addLayout(self._mistakes)
        ended.addStretch(1)
        self._pages = PageStack()
        for page in (asking, over):
            page.setMaximumWidth(WIDTH)
            holder = QWidget()
            line = row(None)
            line.addWidget(page, 100)
            line.addStretch(1)
            holder.setLayout(line)
            self._pages.addWidget(scrolled(holder))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addLayout(self._pages)

    def _play(self, game: Game) -> None:
        self.game = game
        self._show()

    def _show(self) -> None:
        question = self.game.question
        if question is None:
            self._show_result()
            return
        self._pages.setCurrentIndex(0)
        asked, number = len(self.game.places), self.game.at + 1
        self.counter.setText(
            tr("Mistake {number} of {asked}", number=number, asked=asked)
            if self._reviews
            else tr("Question {number} of {asked}", number=number, asked=asked)
        )
        self.score.setText(tr("{right} right", right=self.game.right) if self.game.given else "")
        self.progress.show_fraction(len(self.game.given) / asked if asked else 0)
        self.question.setText(question.text)
        chosen = self.game.chosen
        for place, option in enumerate(self.options):
            shown = place < len(question.options)
            option.setVisible(shown)
            if shown:
                option.show_option(question.options[place], state=_state(place, chosen, question.answer))
        self._told.setVisible(chosen is not None)
        self.next_button.setVisible(chosen is not None)
        if chosen is None:
            self.setFocus()
            return
        right = chosen == question.answer
        self.verdict.setText(
            tr("Right") if right else tr("Not quite: {letters} is right", letters=LETTERS[question.answer])
        )
        mark(self.verdict, "tone", "good" if right else "bad")
        self.explanation.setText(question.explanation)
        self.explanation.setVisible(bool(question.explanation))
        note = next((self._notes[number] for number in question.notes if number in self._notes), None)
        self._quote.setVisible(note is not None)
        if note is not None:
            self.passage.setText(f"“{note.quote}”")
            self.where.setText(note.where)
            self.noted.emit(note.number)
        last = number == asked
        self.next_button.setText(tr("See the score") if last else tr("Next"))
        self.next_button.setAccessibleName(self.next_button.text())
        self.next_button.setFocus()
        QTimer.singleShot(0, self._bring_in_sight)

    def _bring_in_sight(self) -> None:
        area = self._pages.widget(0)
        if isinstance(area, QScrollArea) and self.next_button.isVisible():
            area.ensureWidgetVisible(self.next_button, 0, 12)

    def _show_result(self) -> None:
        self._pages.setCurrentIndex(1)
        right, asked, wrong = self.game.right, len(self.game.places), self.game.mistakes
        self.result.setText(
            tr("{right} of {asked} right", right=right, asked=asked) if asked else tr("This quiz has no questions")
        )
        self.result_words.setText(
            trn(
                "{count} mistake. Review asks only those again.",
                "{count} mistakes. Review asks only those again.",
                len(wrong),
            )
            if wrong
            else ""
        )
        self.result_words.setVisible(bool(wrong))
        self.review_button.setVisible(bool(wrong))
        self.again_button.setVisible(bool(asked))
        while (item := self._mistakes.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for place in wrong:
            question = self.game.quiz.questions[place]
            frame, column = card(padding=14, spacing=4)
            look(frame, "told")
            column.addWidget(WrappedLabel(question.text))
            column.addWidget(
                WrappedLabel(tr("You said: {options}", options=question.options[self.game.given[place]]), "muted")
            )
            column.addWidget(WrappedLabel(tr("Right: {options}", options=question.options[question.answer]), "good"))
            self._mistakes.addWidget(frame)
        (self.review_button if wrong else self.again_button).setFocus()

    def _answer(self, place: int) -> None:
        question = self.game.question
        if question is not None and self.game.chosen is None and place < len(question.options):
            self.game.answer(place)
            self._show()

    def _go_on(self) -> None:
        if self.game.chosen is not None:
            self.game.go_on()
            self._show()

    def _review(self) -> None:
        self._reviews = True
        self._play(self.game.review())

    def _again(self) -> None:
        self._reviews = False
        self._play(self.game.again())


def _state(place: int, chosen: int | None, answer: int) -> str:
    if chosen is None:
        return ""
    if place == answer:
        return "right"
    return "wrong" if place == chosen else "other"
