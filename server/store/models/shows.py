"""Shows, their episodes, and what stands beside them."""

from __future__ import annotations

from peewee import SQL, AutoField, BigIntegerField, CompositeKey, FloatField, ForeignKeyField, TextField

from server.store.models.clients import ClientRow
from server.store.models.columns import Row, a_number, a_text
from server.store.models.contents import BlobRow


class ShowRow(Row):
    """Podcast shows. `body` is the value, as JSON; `changed_on` is when the feed last changed."""

    seq = AutoField()
    id = TextField(unique=True)
    client = ForeignKeyField(ClientRow, index=False)
    guid = TextField()
    changed_on = BigIntegerField()
    deleted_on = BigIntegerField(null=True)
    body = TextField()

    class Meta:
        table_name = "shows"


ShowRow.add_index(SQL("CREATE INDEX shows_listed ON shows (client_id, seq) WHERE deleted_on IS NULL"))


class EpisodeRow(Row):
    """Episodes; ids are never used twice (AUTOINCREMENT). `body` is the value, as JSON."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    client = ForeignKeyField(ClientRow, index=False)
    request_id = TextField(null=True, unique=True)
    key = TextField(unique=True)
    """Its unguessable public name: that of its share page and transcripts."""
    released_on = BigIntegerField()
    hidden = a_number()
    season = a_number()
    number = a_number()
    deleted_on = BigIntegerField(null=True)
    body = TextField()

    class Meta:
        table_name = "episodes"


EpisodeRow.add_index(
    SQL("CREATE INDEX episodes_listed ON episodes (client_id, released_on, id) WHERE deleted_on IS NULL")
)


class ShowEpisodeRow(Row):
    """Which show holds which episode."""

    show_seq = ForeignKeyField(ShowRow, column_name="show_seq", index=False)
    episode = ForeignKeyField(EpisodeRow)
    added_on = BigIntegerField()

    class Meta:
        table_name = "show_episodes"
        primary_key = CompositeKey("show_seq", "episode")
        without_rowid = True


class PodcastMediaRow(Row):
    """Public links to pictures of shows and recordings of episodes."""

    key = TextField(primary_key=True)
    show_seq = ForeignKeyField(ShowRow, column_name="show_seq", null=True)
    episode = ForeignKeyField(EpisodeRow, null=True)
    name = TextField()
    file_name = TextField()
    media_type = TextField()
    size = BigIntegerField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    duration_s = FloatField(null=True)
    created_on = BigIntegerField()

    class Meta:
        table_name = "podcast_media"


class EpisodeTurnsRow(Row):
    """What is said in an episode, with times, as JSON."""

    episode = ForeignKeyField(EpisodeRow, primary_key=True)
    body = TextField()

    class Meta:
        table_name = "episode_turns"


class ShowSourceRow(Row):
    """The addresses that a client's show was imported from."""

    client_id = TextField()
    address = TextField()
    show_id = TextField()

    class Meta:
        table_name = "show_sources"
        primary_key = CompositeKey("client_id", "address")
        without_rowid = True


class HostedAudioRow(Row):
    """Recordings elsewhere that are to be taken over; without `due_on` they were given up."""

    episode = ForeignKeyField(EpisodeRow, primary_key=True)
    attempts = a_number()
    due_on = BigIntegerField(null=True)
    fault = a_text()

    class Meta:
        table_name = "hosted_audio"


HostedAudioRow.add_index(SQL("CREATE INDEX hosted_audio_due ON hosted_audio (due_on) WHERE due_on IS NOT NULL"))


class IdeaCallRow(Row):
    """Calls for ideas of the last 24 hours; `caller` is a keyed hash."""

    id = TextField(primary_key=True)
    caller = TextField()
    created_on = BigIntegerField(index=True)

    class Meta:
        table_name = "idea_calls"


class PlayRow(Row):
    """How often an episode was played on a day (UTC)."""

    episode = ForeignKeyField(EpisodeRow, index=False)
    day = TextField()
    count = a_number()

    class Meta:
        table_name = "plays"
        primary_key = CompositeKey("episode", "day")
        without_rowid = True
