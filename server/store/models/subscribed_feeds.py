"""What requests may be made of: feeds with their items, projects and channels."""

from __future__ import annotations

from peewee import SQL, AutoField, BigIntegerField, ForeignKeyField, IntegerField, TextField

from server.store.models.clients import ClientRow
from server.store.models.columns import Row, a_number, a_text
from server.store.models.contents import BlobRow


class SubscribedFeedRow(Row):
    """Feeds that clients read from; ids are never used twice (AUTOINCREMENT). `due_on` is when it is read next."""

    id = AutoField(constraints=[SQL("AUTOINCREMENT")])
    client = ForeignKeyField(ClientRow, index=False)
    kind = IntegerField()
    name = TextField()
    url = TextField()
    """As it was given; `location` is where it has moved to since."""
    location = TextField()
    title = a_text()
    link = a_text()
    description = a_text()
    image_url = a_text()
    etag = a_text()
    last_modified = a_text()
    state = a_text("active")
    due_on = BigIntegerField(null=True)
    barred_until = a_number()
    """When its host takes requests again (Retry-After)."""
    read_on = BigIntegerField(null=True)
    changed_on = BigIntegerField(null=True)
    failures = a_number()
    fault = a_text()
    warnings = a_text("[]")
    rhythm = a_text("{}")
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
    fault = a_text()
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
