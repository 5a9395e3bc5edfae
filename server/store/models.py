"""The tables as they are today. Migrations lead to them; a test compares the two.

Moments are whole milliseconds since 1970. Child tables of a request refer to its number in the file (`seq`), which is
small and grows; the wire knows only `id`.
"""

from __future__ import annotations

from peewee import (
    SQL,
    AutoField,
    BigIntegerField,
    Check,
    CompositeKey,
    FloatField,
    ForeignKeyField,
    IntegerField,
    Model,
    Node,
    SqliteDatabase,
    TextField,
)

FLAG_UNTOUCHED = 1
FLAG_FAILED = 2
FLAG_SUCCEEDED = 4
FLAG_PROCESSED = 8
FLAG_QUEUED = 16
FLAG_PROCESSING = 32
"""What `request_counts.flags` is made of."""


def _text(default: str = "") -> TextField:
    return TextField(default=default, constraints=[SQL(f"DEFAULT '{default}'")])


def _number(default: int = 0, *constraints: Node) -> BigIntegerField:
    return BigIntegerField(default=default, constraints=[SQL(f"DEFAULT {default}"), *constraints])


class Row(Model):
    """Every table names itself. The database here only lends its dialect; the store runs queries on its own."""

    class Meta:
        database = SqliteDatabase(None)
        legacy_table_names = False


class ClientRow(Row):
    """Customers of this installation."""

    id = TextField(primary_key=True)
    pro = _number()
    licence = _number()
    allowed = BigIntegerField()
    used = _number(0, Check("used >= 0"))
    allowed_daily = BigIntegerField()
    subscription_ends = BigIntegerField(null=True)
    created_on = BigIntegerField()
    turn = _number()
    """The queue's count when it last took a request of this client: the one with the lowest is next."""

    class Meta:
        table_name = "clients"


class DailyUseRow(Row):
    """Podcasts accepted a UTC day."""

    client = ForeignKeyField(ClientRow, index=False)
    day = TextField()
    used = IntegerField(constraints=[Check("used >= 0")])

    class Meta:
        table_name = "daily_uses"
        primary_key = CompositeKey("client", "day")
        without_rowid = True


class TokenRow(Row):
    """Tokens issued, by `jti`."""

    id = TextField(primary_key=True)
    client = ForeignKeyField(ClientRow)
    scopes = TextField()
    issued_on = BigIntegerField()
    expires_on = BigIntegerField()
    revoked_on = BigIntegerField(null=True)

    class Meta:
        table_name = "tokens"


class RequestRow(Row):
    """Requests without their bulk. `open` is 1 until the end; `due_on` is when a queued one may be taken."""

    seq = AutoField()
    id = TextField(unique=True)
    client = ForeignKeyField(ClientRow, index=False)
    type_id = IntegerField()
    family = IntegerField(null=True)
    """1 for the podcast lists, 2 for the transcript lists."""
    output_type = TextField(null=True)
    state = TextField()
    open = IntegerField()
    stage = TextField()
    status = IntegerField()
    title = _text()
    progress_text = _text()
    seconds_left = FloatField(null=True)
    requested_on = BigIntegerField()
    updated_on = BigIntegerField()
    due_on = BigIntegerField()
    scheduled_on = BigIntegerField(null=True)
    processing_on = BigIntegerField(null=True)
    succeeded_on = BigIntegerField(null=True)
    error_on = BigIntegerField(null=True)
    deleted_on = BigIntegerField(null=True)
    emptied_on = BigIntegerField(null=True)
    """When the files of a deleted one went."""
    error_code = _number()
    error_message = _text()
    callback_data = TextField(null=True)
    related_id = _text()
    language = _text()
    include_citations = _number()
    approve_script = _number()
    approved_on = BigIntegerField(null=True)
    credits = _number()
    charged = _number()
    """1 while its credits count as used."""
    podcast_day = TextField(null=True)
    """The UTC day whose allowance it takes from, while it does."""
    attempt = _number()
    crashes = _number()
    interruptions = _number()
    lease_holder = _text()
    lease_ends = BigIntegerField(null=True)
    share_key = _text()
    folded_title = _text()
    """The title to be searched: NFC, case folded."""
    run_key = TextField(null=True)
    """Which run of which template or schedule this is: a second one with the same key is the same request."""

    class Meta:
        table_name = "requests"


# SQLite reads a partial index's own condition from the row again, unless its column is in the index too.
RequestRow.add_index(
    SQL("CREATE INDEX requests_listed ON requests (client_id, seq, deleted_on) WHERE deleted_on IS NULL")
)
RequestRow.add_index(
    SQL(
        "CREATE INDEX requests_recordings ON requests"
        " (client_id, family, seq, status, error_code, error_on, processing_on, deleted_on)"
        " WHERE deleted_on IS NULL AND family IS NOT NULL"
    )
)
RequestRow.add_index(SQL("CREATE INDEX requests_waiting ON requests (client_id, state, due_on, seq) WHERE open = 1"))
RequestRow.add_index(SQL("CREATE INDEX requests_active ON requests (client_id, seq, state, open) WHERE open = 1"))
RequestRow.add_index(
    SQL("CREATE INDEX requests_deleted ON requests (deleted_on) WHERE deleted_on IS NOT NULL AND emptied_on IS NULL")
)
RequestRow.add_index(
    SQL(
        "CREATE INDEX requests_named ON requests (client_id, seq, state, folded_title, deleted_on)"
        " WHERE deleted_on IS NULL"
    )
)
RequestRow.add_index(
    SQL("CREATE UNIQUE INDEX requests_runs ON requests (client_id, run_key) WHERE run_key IS NOT NULL")
)
RequestRow.add_index(SQL("CREATE INDEX requests_shared ON requests (share_key) WHERE share_key <> ''"))
RequestRow.add_index(
    SQL("CREATE INDEX requests_standing ON requests (state, client_id, seq) WHERE state IN ('schedule', 'template')")
)
RequestRow.add_index(SQL("CREATE INDEX requests_researches ON requests (client_id, seq) WHERE type_id = 19"))


class RequestCountRow(Row):
    """How many requests of a client stand where; kept by the triggers below, for those not deleted."""

    client_id = TextField()
    type_id = IntegerField()
    flags = IntegerField()
    n = IntegerField()

    class Meta:
        table_name = "request_counts"
        primary_key = CompositeKey("client_id", "type_id", "flags")
        without_rowid = True


class RequestOrderRow(Row):
    """What was ordered, as JSON; bulky sources lie in the folder of files."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    body = TextField()

    class Meta:
        table_name = "request_orders"


class BlobRow(Row):
    """Contents in the folder of files. One that no other table refers to may be removed."""

    sha256 = TextField(primary_key=True)
    size = BigIntegerField()
    created_on = BigIntegerField()

    class Meta:
        table_name = "blobs"
        without_rowid = True


class RequestResultRow(Row):
    """What came of it."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    response_text = _text()
    citations = _text("[]")
    notes = _text("[]")
    document_format = _text()
    document_content = _text()
    script = _text()
    recording = _text("")
    details = _text("{}")
    """What Status tells beyond the rest, as JSON."""
    imported = ForeignKeyField(BlobRow, column_name="imported", null=True)
    """The sources it was made of, as JSON in the folder of files."""

    class Meta:
        table_name = "request_results"


class MediaRow(Row):
    """Public links to what requests made; `position` 0 is the main file."""

    key = TextField(primary_key=True)
    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    position = IntegerField()
    name = TextField()
    file_name = TextField()
    media_type = TextField()
    size = BigIntegerField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    duration_s = FloatField(null=True)
    created_on = BigIntegerField()

    class Meta:
        table_name = "media"
        indexes = ((("seq", "position"), True),)


class RequestSourceRow(Row):
    """Contents that an order brought along or named; `position` is the resource's."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    position = IntegerField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    file_name = TextField()
    content_type = TextField()

    class Meta:
        table_name = "request_sources"
        primary_key = CompositeKey("seq", "position")
        without_rowid = True


class CustomVoiceRow(Row):
    """Voices that clients have made of recordings; numbers are never used twice (AUTOINCREMENT)."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    client = ForeignKeyField(ClientRow)
    request_id = TextField()
    name = TextField()
    engine = TextField()
    language = TextField()
    accent = TextField()
    sex = TextField()
    similarity = FloatField(null=True)
    profile = ForeignKeyField(BlobRow, column_name="profile")
    """What speaking with it needs, as JSON in the folder of files."""
    created_on = BigIntegerField()

    class Meta:
        table_name = "custom_voices"


class FileRow(Row):
    """Uploads."""

    id = TextField(primary_key=True)
    client = ForeignKeyField(ClientRow)
    file_name = TextField()
    content_type = TextField()
    size = BigIntegerField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    created_on = BigIntegerField()

    class Meta:
        table_name = "files"


class InstalledVoiceRow(Row):
    """Voices beyond the packaged ones; an id is never used twice (AUTOINCREMENT from 10,001 on)."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    origin = TextField()
    """``blend``, ``file`` or ``endpoint``."""
    place = TextField()
    """What tells it from the others of its origin: file and name in it, name at the endpoint, or a random id."""
    name = TextField()
    language = TextField()
    accent = TextField()
    sex = TextField()
    parts = TextField()
    """Of a blend, as JSON."""
    created_on = BigIntegerField()
    removed_on = BigIntegerField(null=True)

    class Meta:
        table_name = "installed_voices"
        indexes = ((("origin", "place"), True),)


class PronunciationRow(Row):
    """Entries of the pronunciation book; an empty client is the installation."""

    id = TextField(primary_key=True)
    client_id = TextField()
    podcast_id = TextField()
    voice_id = BigIntegerField()
    language = TextField()
    word = TextField()
    said = TextField()
    note = TextField()
    updated_on = BigIntegerField()

    class Meta:
        table_name = "pronunciations"
        indexes = ((("client_id", "podcast_id", "voice_id", "language", "word"), True),)


class EventRow(Row):
    """What happened; ids are never used twice (AUTOINCREMENT), also when old rows are pruned."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    client_id = TextField()
    kind = TextField()
    subject = TextField()
    data = TextField()
    created_on = BigIntegerField()

    class Meta:
        table_name = "events"
        indexes = ((("client_id", "id"), False),)


class WebhookRow(Row):
    """Where clients want to be told."""

    id = TextField(primary_key=True)
    client = ForeignKeyField(ClientRow, index=False)
    url = TextField()
    secret = TextField()
    created_on = BigIntegerField()
    disabled_on = BigIntegerField(null=True)
    previous_secret = _text()
    """What messages are signed with as well until `previous_until`."""
    previous_until = BigIntegerField(null=True)

    class Meta:
        table_name = "webhooks"
        indexes = ((("client", "url"), True),)


class DeliveryRow(Row):
    """The outbox: messages owed to webhooks, written with the end of the request they tell of."""

    id = AutoField()
    message_id = TextField(unique=True)
    webhook = ForeignKeyField(WebhookRow, on_delete="CASCADE")
    request_id = TextField()
    event = TextField()
    snapshot = TextField()
    """The request at that moment, as JSON."""
    created_on = BigIntegerField()
    due_on = BigIntegerField()
    attempts = _number()
    delivered_on = BigIntegerField(null=True)
    given_up_on = BigIntegerField(null=True)
    fault = _text()
    payload = _text()
    """The body, once it was made."""
    last_on = BigIntegerField(null=True)
    """Of the newest attempt."""

    class Meta:
        table_name = "deliveries"


DeliveryRow.add_index(
    SQL("CREATE INDEX deliveries_due ON deliveries (due_on) WHERE delivered_on IS NULL AND given_up_on IS NULL")
)


class DeliveryAttemptRow(Row):
    """What came of every attempt to deliver a message."""

    id = AutoField()
    delivery = ForeignKeyField(DeliveryRow, on_delete="CASCADE")
    tried_on = BigIntegerField()
    status = IntegerField(null=True)
    duration_ms = BigIntegerField()
    fault = _text()
    excerpt = _text()

    class Meta:
        table_name = "delivery_attempts"


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
    hidden = _number()
    season = _number()
    number = _number()
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
    attempts = _number()
    due_on = BigIntegerField(null=True)
    fault = _text()

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
    count = _number()

    class Meta:
        table_name = "plays"
        primary_key = CompositeKey("episode", "day")
        without_rowid = True


class PublicationRow(Row):
    """Where the result of a request is to be published; `session` is that of an upload under way."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    position = IntegerField()
    target_id = TextField()
    name = TextField()
    playlist_id = _text()
    attempts = _number()
    session = _text()
    fault = _text()
    due_on = BigIntegerField()
    ended_on = BigIntegerField(null=True)

    class Meta:
        table_name = "publications"
        primary_key = CompositeKey("seq", "position")
        without_rowid = True


PublicationRow.add_index(SQL("CREATE INDEX publications_due ON publications (due_on) WHERE ended_on IS NULL"))


class StoryboardRow(Row):
    """The storyboard of a film with its look, as JSON."""

    seq = ForeignKeyField(RequestRow, column_name="seq", primary_key=True, on_delete="CASCADE")
    body = TextField()

    class Meta:
        table_name = "storyboards"


class FilmPieceRow(Row):
    """A checkpoint of a film that a changed version takes over, by its name in the work folder."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    name = TextField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")

    class Meta:
        table_name = "film_pieces"
        primary_key = CompositeKey("seq", "name")
        without_rowid = True


class SubscribedFeedRow(Row):
    """Feeds that clients read from; ids are never used twice (AUTOINCREMENT). `due_on` is when it is read next."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    client = ForeignKeyField(ClientRow, index=False)
    kind = IntegerField()
    name = TextField()
    url = TextField()
    """As it was given; `location` is where it has moved to since."""
    location = TextField()
    title = _text()
    link = _text()
    description = _text()
    image_url = _text()
    etag = _text()
    last_modified = _text()
    state = _text("active")
    due_on = BigIntegerField(null=True)
    barred_until = _number()
    """When its host takes requests again (Retry-After)."""
    read_on = BigIntegerField(null=True)
    changed_on = BigIntegerField(null=True)
    failures = _number()
    fault = _text()
    warnings = _text("[]")
    rhythm = _text("{}")
    """How often it says that it changes, as JSON."""
    created_on = BigIntegerField()

    class Meta:
        table_name = "subscribed_feeds"
        indexes = ((("client", "url"), True),)


SubscribedFeedRow.add_index(
    SQL("CREATE INDEX subscribed_feeds_due ON subscribed_feeds (due_on) WHERE due_on IS NOT NULL")
)


class FeedItemRow(Row):
    """Items of those feeds. `seq` only grows: a subscription keeps how far it has come."""

    seq = AutoField(constraints=[SQL("AUTOINCREMENT")])
    id = TextField(unique=True)
    feed = ForeignKeyField(SubscribedFeedRow, on_delete="CASCADE", index=False)
    key = TextField()
    link = TextField()
    title = TextField()
    listed_on = BigIntegerField()
    """When it was published, but never after it was first seen: that is the order of lists."""
    seen_on = BigIntegerField()
    body = TextField()

    class Meta:
        table_name = "feed_items"
        indexes = ((("feed", "key"), True), (("feed", "listed_on", "seq"), False))


class FeedSubscriptionRow(Row):
    """Which template runs for each new item of which feed; `seen` is the `seq` of the last item it has come to."""

    seq = AutoField()
    id = TextField(unique=True)
    client = ForeignKeyField(ClientRow, index=False)
    feed = ForeignKeyField(SubscribedFeedRow, on_delete="CASCADE", index=False)
    template_id = TextField()
    seen = BigIntegerField()
    fault = _text()
    created_on = BigIntegerField()

    class Meta:
        table_name = "feed_subscriptions"
        indexes = (
            (("feed", "template_id"), True),
            (("client", "seq"), False),
            (("template_id",), False),
        )


class ProjectRow(Row):
    """Projects. `body` is the value, as JSON."""

    seq = AutoField()
    id = TextField(unique=True)
    client = ForeignKeyField(ClientRow, index=False)
    logo_sha256 = ForeignKeyField(BlobRow, column_name="logo_sha256", null=True)
    logo_key = TextField(null=True, unique=True)
    body = TextField()

    class Meta:
        table_name = "projects"
        indexes = ((("client", "seq"), False),)


class ChannelRow(Row):
    """Connected channels of the video site. `body` is the value, as JSON."""

    seq = AutoField()
    id = TextField(unique=True)
    client = ForeignKeyField(ClientRow, index=False)
    url = TextField()
    due_on = BigIntegerField()
    """When its feed of videos is read next."""
    body = TextField()

    class Meta:
        table_name = "channels"
        indexes = ((("client", "url"), True), (("due_on",), False))


class ScheduleRow(Row):
    """What can change about a recurring schedule; its order and its start stand in its request."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    paused_on = BigIntegerField(null=True)
    resumed_on = BigIntegerField(null=True)
    last_run_on = BigIntegerField(null=True)
    last_request_id = _text()
    runs = _number()
    fault = _text()

    class Meta:
        table_name = "schedules"


class ScheduleRunRow(Row):
    """The moments at which a schedule has been run: none is run twice, wherever the clock goes."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    due_on = BigIntegerField()
    request_id = TextField()

    class Meta:
        table_name = "schedule_runs"
        primary_key = CompositeKey("seq", "due_on")
        without_rowid = True


class EpisodeDraftRow(Row):
    """An episode as it stands on the desk: JSON under a version that grows with every change."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    version = IntegerField()
    body = TextField()
    music = ForeignKeyField(BlobRow, column_name="music", null=True)
    """Music of its own, in the folder of files."""
    music_name = _text()
    updated_on = BigIntegerField()

    class Meta:
        table_name = "episode_drafts"


class TakeRow(Row):
    """A line as it was spoken once; the sound lies in the folder of files."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    line = TextField()
    key = TextField()
    text = TextField()
    voice = IntegerField()
    pace = FloatField()
    take = IntegerField()
    seconds = FloatField()
    sha256 = ForeignKeyField(BlobRow, column_name="sha256")
    created_on = BigIntegerField()

    class Meta:
        table_name = "takes"
        primary_key = CompositeKey("seq", "line", "key")
        without_rowid = True


class RebuildRow(Row):
    """The newest rebuild of an episode; `body` is the draft that it makes."""

    seq = ForeignKeyField(RequestRow, primary_key=True, column_name="seq", on_delete="CASCADE")
    id = TextField(unique=True)
    state = TextField()
    version = IntegerField()
    body = TextField()
    attempt = _number()
    crashes = _number()
    fraction = FloatField(default=0, constraints=[SQL("DEFAULT 0")])
    text = _text()
    error = _text()
    lease_ends = BigIntegerField(null=True)
    asked_on = BigIntegerField()
    ended_on = BigIntegerField(null=True)

    class Meta:
        table_name = "rebuilds"


RebuildRow.add_index(SQL("CREATE INDEX rebuilds_open ON rebuilds (asked_on) WHERE ended_on IS NULL"))


class EpisodeVersionRow(Row):
    """An audio that an episode had or has; `media_key` names its link, `report` is JSON."""

    seq = ForeignKeyField(RequestRow, column_name="seq", on_delete="CASCADE", index=False)
    number = IntegerField()
    media_key = TextField()
    report = _text()
    created_on = BigIntegerField()

    class Meta:
        table_name = "episode_versions"
        primary_key = CompositeKey("seq", "number")
        without_rowid = True


class NotebookRow(Row):
    """Notebooks; what they hold lies in a file each."""

    seq = AutoField()
    id = TextField(unique=True)
    client = ForeignKeyField(ClientRow, column_name="client_id", index=False)
    ready = BigIntegerField()
    sources = BigIntegerField()
    created_on = BigIntegerField()

    class Meta:
        table_name = "notebooks"
        indexes = ((("client", "seq"), False),)


class NotebookUseRow(Row):
    """Places taken in the windows of 24 hours; `owner` is an operation or a request."""

    seq = AutoField()
    client = ForeignKeyField(ClientRow, column_name="client_id", index=False)
    capability = TextField()
    used_on = BigIntegerField()
    owner = TextField(index=True)
    notebook_id = TextField(index=True)

    class Meta:
        table_name = "notebook_uses"
        indexes = ((("client", "capability", "used_on"), False),)


class OperationRow(Row):
    """Operations under an idempotency key."""

    id = TextField(primary_key=True)
    client = ForeignKeyField(ClientRow, column_name="client_id", index=False)
    key = TextField()
    input = TextField()
    kind = TextField()
    notebook_id = TextField()
    reserved = BigIntegerField()
    done = BigIntegerField()
    reply = TextField()
    created_on = BigIntegerField(index=True)

    class Meta:
        table_name = "operations"
        indexes = ((("client", "key"), True),)


class SearchOwedRow(Row):
    """Records that the search index has to read again, in the order in which they changed; `number` is their own."""

    place = AutoField(constraints=[SQL("AUTOINCREMENT")])
    subject = TextField()
    number = IntegerField()

    class Meta:
        table_name = "search_owed"


TABLES = (
    ClientRow,
    DailyUseRow,
    TokenRow,
    RequestRow,
    RequestCountRow,
    RequestOrderRow,
    RequestResultRow,
    BlobRow,
    MediaRow,
    RequestSourceRow,
    FileRow,
    CustomVoiceRow,
    EventRow,
    WebhookRow,
    DeliveryRow,
    DeliveryAttemptRow,
    ShowRow,
    EpisodeRow,
    ShowEpisodeRow,
    PodcastMediaRow,
    EpisodeTurnsRow,
    SubscribedFeedRow,
    FeedItemRow,
    FeedSubscriptionRow,
    ProjectRow,
    ChannelRow,
    ScheduleRow,
    ScheduleRunRow,
    InstalledVoiceRow,
    PronunciationRow,
    ShowSourceRow,
    HostedAudioRow,
    IdeaCallRow,
    PlayRow,
    PublicationRow,
    StoryboardRow,
    FilmPieceRow,
    EpisodeDraftRow,
    TakeRow,
    RebuildRow,
    EpisodeVersionRow,
    NotebookRow,
    NotebookUseRow,
    OperationRow,
    SearchOwedRow,
)


def _flags(row: str) -> str:
    return (
        f"(({row}.status = 0 AND {row}.error_code = 0) * {FLAG_UNTOUCHED}"
        f" + ({row}.error_on IS NOT NULL) * {FLAG_FAILED}"
        f" + ({row}.status = 100) * {FLAG_SUCCEEDED}"
        f" + ({row}.processing_on IS NOT NULL) * {FLAG_PROCESSED}"
        f" + ({row}.state = 'queued') * {FLAG_QUEUED}"
        f" + ({row}.state IN ('processing', 'waiting')) * {FLAG_PROCESSING})"
    )


def _count(row: str, step: int) -> str:
    if step < 0:
        return (
            f"UPDATE request_counts SET n = n - 1 WHERE client_id = {row}.client_id AND type_id = {row}.type_id"  # noqa: S608
            f" AND flags = {_flags(row)} AND {row}.deleted_on IS NULL;"
        )
    return (
        f"INSERT INTO request_counts (client_id, type_id, flags, n)"
        f" SELECT {row}.client_id, {row}.type_id, {_flags(row)}, 1 WHERE {row}.deleted_on IS NULL"
        f" ON CONFLICT (client_id, type_id, flags) DO UPDATE SET n = n + 1;"
    )


TRIGGERS = (
    f"CREATE TRIGGER requests_counted_in AFTER INSERT ON requests BEGIN {_count('NEW', 1)} END",
    f"CREATE TRIGGER requests_counted_out AFTER DELETE ON requests BEGIN {_count('OLD', -1)} END",
    "CREATE TRIGGER requests_counted_anew"
    " AFTER UPDATE OF status, error_code, error_on, processing_on, state, deleted_on ON requests"
    f" WHEN {_flags('OLD')} <> {_flags('NEW')} OR (OLD.deleted_on IS NULL) <> (NEW.deleted_on IS NULL)"
    f" BEGIN {_count('OLD', -1)} {_count('NEW', 1)} END",
    "CREATE TRIGGER search_owed_request AFTER UPDATE OF state, title, deleted_on ON requests"
    " WHEN (NEW.state IN ('completed', 'waiting') AND (OLD.state <> NEW.state OR OLD.title <> NEW.title))"
    " OR (OLD.state IN ('completed', 'waiting') AND OLD.state <> NEW.state)"
    " OR (OLD.deleted_on IS NULL) <> (NEW.deleted_on IS NULL)"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('request', NEW.seq); END",
    "CREATE TRIGGER search_owed_episode AFTER UPDATE OF body, deleted_on ON episodes"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', NEW.id); END",
    "CREATE TRIGGER search_owed_turns AFTER INSERT ON episode_turns"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', NEW.episode_id); END",
    "CREATE TRIGGER search_owed_turns_gone AFTER DELETE ON episode_turns"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('episode', OLD.episode_id); END",
    "CREATE TRIGGER search_owed_new_show AFTER INSERT ON shows"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('show', NEW.seq); END",
    "CREATE TRIGGER search_owed_show AFTER UPDATE OF body, deleted_on ON shows"
    " BEGIN INSERT INTO search_owed (subject, number) VALUES ('show', NEW.seq); END",
)
"""Keep `request_counts`, so that no list and no queue view counts rows, and note what the search has to read again."""
