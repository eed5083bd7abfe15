"""The score, as a table by folder."""

from collections import Counter
from collections.abc import Iterable

from herald_tools.mutants import scope
from herald_tools.mutants.build import Site
from herald_tools.mutants.expected import CORPUS, SECOND
from herald_tools.mutants.verdicts import CRASH, LAW, SURVIVED, Verdict

EQUIVALENT = "equivalent"
_KILLERS = (CORPUS, SECOND, LAW, CRASH)
_COLUMNS = (*_KILLERS, EQUIVALENT, SURVIVED)


def counted(sites: Iterable[Site], verdicts: dict[int, Verdict], equivalent: dict[int, str]) -> dict[str, Counter[str]]:
    """The number of places by folder, and by what noticed them."""
    found: dict[str, Counter[str]] = {}
    for site in sites:
        killer = EQUIVALENT if site.id in equivalent else verdicts[site.id].killer
        found.setdefault(scope.folder_of(site.file), Counter())[killer] += 1
    return found


def score(counts: Counter[str]) -> float:
    """The share of the mutants that are not equivalent and were noticed, in percent; 0 where there is none."""
    killed = sum(counts[killer] for killer in _KILLERS)
    return 100 * killed / (killed + counts[SURVIVED]) if killed else 0.0


def table(folders: dict[str, Counter[str]]) -> list[str]:
    """The lines of the table."""
    total: Counter[str] = Counter()
    for counts in folders.values():
        total.update(counts)
    rows = [["folder", "mutants", *_COLUMNS, "score"]]
    for name, counts in [*folders.items(), ("all", total)]:
        rows.append(
            [name, str(sum(counts.values())), *(str(counts[column]) for column in _COLUMNS), f"{score(counts):.1f} %"]
        )
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width) for at, (cell, width) in enumerate(zip(row, widths))
        )
        for row in rows
    ]
