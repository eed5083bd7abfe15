"""Takes out of a program the languages of ICU's data, which Foundation brings and Herald never shows.

A third of the program would be names of months, currencies and places in 600 languages, and character sets that no log
has. What does not depend on a language stays, and English. ICU falls back to it, as where a language is unknown. The
places are filled with zeros, which an archive packs into nothing.
"""

import re
import struct
import subprocess
from pathlib import Path

Item = tuple[bytes, bytes]  # its name, its content

# Also what spells a text in another script, names characters, and finds letters that look alike.
_DROPPED = (b".cnv", b".dict", b".spp", b"unames.icu", b"confusables.cfu")
_LANGUAGE = re.compile(rb"(?:.*/)?(?!en(?:_US(?:_POSIX)?)?\.res$)[a-z]{2,3}(?:_[A-Za-z0-9]*)*\.res")


def reduce(program: Path) -> None:
    """Reduces the data of a program that was not stripped yet; one without ICU stays as it is."""
    symbols = subprocess.run(["nm", "--print-size", str(program)], check=True, capture_output=True, text=True).stdout
    found = re.search(r"^([0-9a-f]+) ([0-9a-f]+) \S icudt\d+_dat$", symbols, re.M)
    if found is None:
        return
    place, size = _offset(program, int(found[1], 16)), int(found[2], 16)
    with open(program, "r+b") as file:
        file.seek(place)
        data = file.read(size)
        file.seek(place)
        file.write(reduced(data).ljust(size, b"\0"))


def reduced(data: bytes) -> bytes:
    """The same data with fewer items."""
    head = struct.unpack_from("<H", data)[0]
    kept = [item for item in _items(data, head) if _stays(item[0])]
    names = b"".join(name + b"\0" for name, _ in kept)
    place_of_name = 4 + 8 * len(kept)
    place = start = _aligned(place_of_name + len(names))
    table = struct.pack("<I", len(kept))
    contents = bytearray()
    for name, content in kept:
        table += struct.pack("<II", place_of_name, place)
        place_of_name += len(name) + 1
        contents += content.ljust(_aligned(len(content)), b"\0")
        place = start + len(contents)
    return data[:head] + (table + names).ljust(start, b"\0") + contents


def _items(data: bytes, head: int) -> list[Item]:
    """The items of a package (`CmnD`): a number of items, the places of their names and contents, and these."""
    count = struct.unpack_from("<I", data, head)[0]
    places = [struct.unpack_from("<II", data, head + 4 + 8 * at) for at in range(count)]
    ends = [content for _, content in places[1:]] + [len(data) - head]
    return [
        (data[head + name : data.index(b"\0", head + name)], data[head + content : head + end])
        for (name, content), end in zip(places, ends)
    ]


def _stays(name: bytes) -> bool:
    leaf = name.split(b"/", 1)[1]
    return not leaf.startswith(b"translit/") and not leaf.endswith(_DROPPED) and not _LANGUAGE.fullmatch(leaf)


def _aligned(length: int) -> int:
    return length + -length % 16


def _offset(program: Path, address: int) -> int:
    """The place in the file of an address in memory."""
    command = ["readelf", "--program-headers", "--wide", str(program)]
    headers = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for part in re.findall(r"LOAD\s+0x(\w+)\s+0x(\w+)\s+0x\w+\s+0x(\w+)", headers):
        offset, start, size = (int(number, 16) for number in part)
        if start <= address < start + size:
            return offset + address - start
    raise ValueError(f"{program} has no address {address:x}")
