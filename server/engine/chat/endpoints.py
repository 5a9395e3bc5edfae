"""One endpoint as a thing that can be asked: streamed, retried, and heard out whatever it answers."""

from __future__ import annotations

import contextlib
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from server.domain.errors import CannotProduce, Refused

if TYPE_CHECKING:
    import openai

ATTEMPTS = 4
LONGEST_WAIT_S = 60.0
MAX_ANSWER = 4_000_000
"""Characters of an answer from which the rest is no longer listened to."""
_THINKING = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL)
_UNENDED = re.compile(r"<think(?:ing)?>.*", re.DOTALL)
_LOCAL = {"localhost", "127.0.0.1", "::1", "0.0.0.0"}  # noqa: S104 - compared with, not bound to

Message = dict[str, str]
Heard = Callable[[int], None]
"""Told how many characters of the answer are there."""
Said = Callable[[str], None]
"""Told all words of the answer that are there, again and again; they begin anew when an attempt broke off."""


class ContextExceeded(CannotProduce):
    """The endpoint says that question and answer are more than the model takes."""

    code = "context_exceeded"


class Unsupported(CannotProduce):
    """The endpoint does not know how to answer in the form asked for; `status` is its own."""

    code = "unsupported_form"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the words, what they cost (measured or estimated tokens), and whether they were cut short."""

    text: str
    tokens: int
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class Habits:
    """What an endpoint does not take: names of options that are left out for it."""

    without: frozenset[str] = frozenset()


class Endpoint:
    """A model behind an address.

    Args:
        base_url: with its ``/v1``.
        key: empty where none is needed; it is only ever put into the header of a call.
        model: empty takes the first that the endpoint lists.
        timeout_s: how long it may stay silent.
        sleep: waits between attempts.
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str = "",
        model: str = "",
        timeout_s: float = 300.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        import openai

        self.base_url = base_url.rstrip("/")
        self._model = model
        self._sleep = sleep
        self._has_begun = False
        self.habits = Habits()
        is_local = (urlsplit(base_url).hostname or "") in _LOCAL
        self._client = openai.OpenAI(
            base_url=self.base_url,
            # Nothing of the environment goes to an address that its owner did not mean.
            api_key=key or "none",
            organization="",
            project="",
            max_retries=0,
            timeout=timeout_s,
            http_client=openai.DefaultHttpxClient(trust_env=not is_local, timeout=timeout_s),
        )

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    @property
    def name(self) -> str:
        """What people call it: the model and the host."""
        host = urlsplit(self.base_url).netloc.rpartition("@")[2]
        return f"{self.model} ({host})"

    @property
    def model(self) -> str:
        """The model that answers. Raises as `models`."""
        if not self._model:
            listed = self.models()
            if not listed:
                raise CannotProduce(f"{self.base_url} lists no model: name one in the settings, under Writing.")
            self._model = listed[0]
        return self._model

    def models(self) -> tuple[str, ...]:
        """The models that the endpoint lists, in its order.

        Raises:
            CannotProduce: it can't be reached.
            Refused: it wants another key.
        """
        with self._named():
            return tuple(str(model.id) for model in self._client.models.list().data)

    def ask(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        form: dict[str, Any] | None = None,
        heard: Heard | None = None,
        said: Said | None = None,
        may_be_unsupported: bool = False,
    ) -> Answer:
        """One answer. Passing faults (429, 5xx, timeouts, lost connections) are tried again, after longer and longer.

        Args:
            form: the ``response_format``.
            may_be_unsupported: a refusal of the form, or a 500 that stays, is `Unsupported` and not tried for long.

        Raises:
            Unsupported, ContextExceeded, Refused, CannotProduce: as they say.
        """
        import openai

        attempts = ATTEMPTS
        attempt = 0
        while True:
            attempt += 1
            try:
                return self._once(messages, max_tokens=max_tokens, form=form, heard=heard, said=said)
            except openai.APIStatusError as error:
                text = _words(error)
                if self._adjusted(error.status_code, text):
                    attempt -= 1
                    continue
                if error.status_code in {400, 413, 422} and _is_too_long(text):
                    raise ContextExceeded(
                        f"{self._model} takes less at a time than the settings say: lower the context size."
                    ) from error
                if may_be_unsupported and error.status_code in {400, 404, 415, 422, 500, 501}:
                    if error.status_code == 500 and attempt == 1:
                        self._sleep(_wait(attempt, None))
                        continue
                    raise Unsupported("The endpoint does not answer in this form.") from error
                if not _is_passing(error.status_code, text) or attempt >= attempts:
                    raise self._told(error) from error
                self._sleep(_wait(attempt, error.response.headers.get("retry-after")))
            except openai.APIError as error:
                if attempt >= attempts:
                    raise self._told(error) from error
                self._sleep(_wait(attempt, None))
            except Exception as error:
                # While an answer is streamed, the transport's own errors come through as they are.
                if not type(error).__module__.startswith(("httpx", "httpcore", "json")):
                    raise
                if attempt >= attempts:
                    raise CannotProduce(
                        f"{self.base_url} broke off its answer {attempts} times: try it again later."
                    ) from error
                self._sleep(_wait(attempt, None))

    def _once(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        form: dict[str, Any] | None,
        heard: Heard | None,
        said: Said | None,
    ) -> Answer:
        without = self.habits.without
        options: dict[str, Any] = {
            "max_completion_tokens" if "max_tokens" in without else "max_tokens": max_tokens,
            **({} if "temperature" in without else {"temperature": 0.3}),
            **({} if "stream_options" in without else {"stream_options": {"include_usage": True}}),
            **({"response_format": form} if form else {}),
        }
        pieces: list[str] = []
        length, tokens, reason = 0, 0, ""
        self._has_begun = False
        create: Any = self._client.chat.completions.create
        stream = create(model=self.model, messages=list(messages), stream=True, **options)
        with contextlib.closing(stream):
            for chunk in stream:
                self._has_begun = True
                usage = getattr(chunk, "usage", None)
                if usage is not None and usage.total_tokens:
                    tokens = usage.total_tokens
                for choice in (chunk.choices or ())[:1]:
                    reason = choice.finish_reason or reason
                    piece = getattr(choice.delta, "content", None) or ""
                    pieces.append(piece)
                    length += len(piece)
                if heard is not None:
                    heard(length)
                if said is not None:
                    said(_spoken("".join(pieces)))
                if length > MAX_ANSWER:
                    reason = "length"
                    break
        if reason == "content_filter":
            raise Refused(f"{self._model} would not write about this: its provider's rules stand against it.")
        text = _spoken("".join(pieces))
        asked = sum(len(message["content"]) for message in messages)
        return Answer(text, tokens or estimated_tokens(asked + length), reason == "length")

    def _adjusted(self, status: int, text: str) -> bool:
        """Whether the endpoint complained about an option that can be left out or named otherwise."""
        if status not in {400, 422}:
            return False
        for option, words in (
            ("stream_options", ("stream_options",)),
            ("max_tokens", ("max_completion_tokens",)),
            ("temperature", ("temperature",)),
        ):
            if option not in self.habits.without and any(word in text for word in words):
                self.habits = replace(self.habits, without=self.habits.without | {option})
                return True
        return False

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        import openai

        try:
            yield
        except openai.APIError as error:
            raise self._told(error) from error
        except ValueError as error:
            raise CannotProduce(f"{self.base_url} does not answer as a model endpoint does: check it.") from error

    def _told(self, error: openai.APIError) -> CannotProduce | Refused:  # noqa: PLR0911 - a sentence for each kind
        """The error as a sentence; the endpoint's own words stay out, they may repeat what was sent."""
        import openai

        where = self.base_url
        if isinstance(error, openai.APITimeoutError):
            return CannotProduce(
                f"{where} did not answer in time: try it again, or allow it more time in the settings."
            )
        if isinstance(error, openai.APIConnectionError) and self._has_begun:
            return CannotProduce(f"{where} breaks off in the middle of its answers: try it again later.")
        if isinstance(error, openai.APIConnectionError):
            return CannotProduce(f"{where} can't be reached: start the program that serves the model, or set another.")
        if not isinstance(error, openai.APIStatusError):
            return CannotProduce(f"{where} broke off with an error of its own: try it again later.")
        status = error.status_code
        if status in {401, 403}:
            return Refused(f"{where} refused the key: set it again in the settings, under Writing.")
        if status == 429 and "quota" in _words(error):
            return Refused(f"{where} says that there is no credit left: top it up there, or use another model.")
        if status == 404:
            model = f" {self._model!r}" if self._model else ""
            return CannotProduce(f"{where} does not know the model{model} or the address: choose one that it lists.")
        if status == 429:
            return CannotProduce(f"{where} asks for fewer calls than are made: try it again later.")
        return CannotProduce(f"{where} answered with an error ({status}): try it again later, or use another model.")


def _spoken(text: str) -> str:
    """What a model says aloud: its thinking is left out, also while it lasts."""
    return _UNENDED.sub("", _THINKING.sub("", text)).strip()


def estimated_tokens(characters: int) -> int:
    """Tokens of so many characters, rather too many than too few: measured on six languages, 3.2 to 4.6 a token."""
    return characters // 3 + 1


def _words(error: openai.APIStatusError) -> str:
    body = error.body if isinstance(error.body, dict | str) else ""
    return f"{error.message} {body}".lower()


def _is_too_long(text: str) -> bool:
    return "context" in text and any(word in text for word in ("length", "size", "exceed", "window", "too long"))


def _is_passing(status: int, text: str) -> bool:
    return (status == 429 and "quota" not in text) or status in {408, 409, 425} or status >= 500


def _wait(attempt: int, retry_after: str | None) -> float:
    """Seconds before the next attempt: what the server asks for, else 1, 2, 4 with a little chance."""
    try:
        asked = float(retry_after or "")
    except ValueError:
        asked = 0.0
    return min(max(asked, 2.0 ** (attempt - 1) * (1 + random.random() / 4)), LONGEST_WAIT_S)
