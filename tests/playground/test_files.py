"""Files of messages: what `attachments` lists, the effect of edits, and films."""

from __future__ import annotations

import io

import discord
import pytest
from PIL import Image

from playground.discord import Loopback
from playground.discord.limits import MAX_FILE
from playground.discord.state import LOOSE_FILES
from tests.playground.asking import raw
from tests.playground.sample_bot import LittleBot, picture


def shown(name: str) -> discord.Embed:
    return discord.Embed(title=name).set_image(url=f"attachment://{name}")


def file(name: str, colour: str = "red") -> discord.File:
    return discord.File(picture(colour), name)


async def test_files_shown_in_an_embed_are_not_attachments(loopback: Loopback, bot: LittleBot) -> None:
    channel = bot.get_partial_messageable(int(loopback.games))
    files = [file(name) for name in ("a.png", "b.png", "c.png")]
    sent = await channel.send(embeds=[shown("a.png"), shown("b.png")], files=files)
    assert [a.filename for a in sent.attachments] == ["c.png"]
    addresses = [embed.image.url for embed in sent.embeds]
    assert len(set(addresses)) == 2 and all(str(url).startswith(loopback.base) for url in addresses)


async def test_editing_an_embed_without_an_upload_keeps_its_picture(loopback: Loopback, bot: LittleBot) -> None:
    """The new embed refers to the file, without an upload."""
    channel = bot.get_partial_messageable(int(loopback.games))
    sent = await channel.send(embed=shown("table.png"), file=file("table.png"))
    edited = await sent.edit(embed=shown("table.png").add_field(name="Round", value="2"))
    assert edited.embeds[0].image.url == sent.embeds[0].image.url
    assert edited.attachments == [] and edited.embeds[0].fields[0].value == "2"


async def test_a_new_picture_replaces_the_old_one(loopback: Loopback, bot: LittleBot) -> None:
    channel = bot.get_partial_messageable(int(loopback.games))
    sent = await channel.send(embed=shown("table.png"), file=file("table.png"))
    first = str(sent.embeds[0].image.url)
    edited = await sent.edit(embed=shown("table.png"), attachments=[file("table.png", "blue")])
    assert await bot.http.get_from_cdn(str(edited.embeds[0].image.url)) == picture("blue").getvalue()
    # a client that is about to load it still can
    assert await bot.http.get_from_cdn(first) == picture("red").getvalue()
    for _ in range(LOOSE_FILES):
        await sent.edit(embed=shown("table.png"), attachments=[file("table.png")])
    with pytest.raises(discord.NotFound):
        await bot.http.get_from_cdn(first)
    assert len(loopback.world.files) == LOOSE_FILES + 1


async def test_passing_the_listed_attachments_removes_an_embeds_picture(loopback: Loopback, bot: LittleBot) -> None:
    """`attachments=message.attachments` removes the picture, so the embed refers to a missing file."""
    channel = bot.get_partial_messageable(int(loopback.games))
    sent = await channel.send(embed=shown("table.png"), file=file("table.png"))
    with pytest.raises(discord.HTTPException) as error:
        await sent.edit(embed=shown("table.png"), attachments=sent.attachments)
    assert error.value.code == 50035


async def test_an_embed_with_a_cdn_url_lists_the_file_as_an_attachment(loopback: Loopback, bot: LittleBot) -> None:
    channel = bot.get_partial_messageable(int(loopback.games))
    sent = await channel.send(embed=shown("table.png"), file=file("table.png"))
    edited = await sent.edit(embed=sent.embeds[0])
    assert [a.filename for a in edited.attachments] == ["table.png"]


async def test_files_shown_in_a_layout_are_not_attachments(loopback: Loopback, bot: LittleBot) -> None:
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://a.png")))
    sent = await bot.get_partial_messageable(int(loopback.games)).send(view=layout, file=file("a.png"))
    assert sent.attachments == []


@pytest.mark.parametrize("kind", ["PNG", "GIF", "WEBP"])
async def test_animated_pictures_have_their_dimensions(loopback: Loopback, bot: LittleBot, kind: str) -> None:
    film = io.BytesIO()
    frames = [Image.new("RGB", (120, 80), colour) for colour in ("red", "green", "blue")]
    frames[0].save(film, kind, save_all=True, append_images=frames[1:], duration=50)
    name = f"film.{kind.lower()}"
    channel = bot.get_partial_messageable(int(loopback.games))
    sent = await channel.send(file=discord.File(io.BytesIO(film.getvalue()), name))
    (told,) = sent.attachments
    assert (told.width, told.height, told.content_type) == (120, 80, f"image/{kind.lower()}")
    assert await told.read() == film.getvalue()


@pytest.mark.parametrize("lossless", [True, False])
async def test_still_webp_pictures_have_their_dimensions(loopback: Loopback, bot: LittleBot, lossless: bool) -> None:
    still = io.BytesIO()
    Image.new("RGB", (121, 81), "red").save(still, "WEBP", lossless=lossless)
    channel = bot.get_partial_messageable(int(loopback.games))
    sent = await channel.send(file=discord.File(io.BytesIO(still.getvalue()), "still.webp"))
    assert (sent.attachments[0].width, sent.attachments[0].height) == (121, 81)


async def test_files_may_be_at_most_ten_mebibytes(loopback: Loopback, bot: LittleBot) -> None:
    channel = bot.get_partial_messageable(int(loopback.games))
    sent = await channel.send(file=discord.File(io.BytesIO(bytes(MAX_FILE)), "film.mp4"))
    assert (sent.attachments[0].size, sent.attachments[0].content_type) == (MAX_FILE, "video/mp4")
    with pytest.raises(discord.HTTPException) as error:
        await channel.send(file=discord.File(io.BytesIO(bytes(MAX_FILE + 1)), "film.mp4"))
    assert (error.value.status, error.value.code) == (413, 40005)


async def test_deleted_messages_eventually_lose_their_files(loopback: Loopback, bot: LittleBot) -> None:
    channel = bot.get_partial_messageable(int(loopback.games))
    first, *others = [await channel.send(file=file("a.png")) for _ in range(LOOSE_FILES + 1)]
    await first.delete()
    assert await first.attachments[0].read()
    for sent in others:
        await sent.delete()
    with pytest.raises(discord.NotFound):
        await first.attachments[0].read()
    assert await raw(loopback, "GET", f"/channels/{loopback.games}/messages") == (200, [])


async def test_an_edit_can_only_keep_files_of_the_message(loopback: Loopback, bot: LittleBot) -> None:
    channel = bot.get_partial_messageable(int(loopback.games))
    sent = await channel.send(embed=shown("table.png"), file=file("table.png"))
    path = f"/channels/{loopback.games}/messages/{sent.id}"
    [kept] = [part for part in str(sent.embeds[0].image.url).split("/") if part in loopback.world.files]
    embeds = [{"title": "kept", "image": {"url": "attachment://table.png"}}]
    status, message = await raw(loopback, "PATCH", path, json={"embeds": embeds, "attachments": [{"id": kept}]})
    assert status == 200 and message["embeds"][0]["image"]["url"] == sent.embeds[0].image.url
    await sent.edit(embed=None, attachments=[], content="without")
    for listed in (kept, "1"):
        status, refused = await raw(loopback, "PATCH", path, json={"attachments": [{"id": listed}]})
        assert (status, refused["code"]) == (400, 50035)
