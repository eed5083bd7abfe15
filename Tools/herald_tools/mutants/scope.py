"""What is mutated: the files that fold events and decide on prompts, below `Sources/Herald`."""

from pathlib import Path

from herald_tools.paths import ROOT

CORE = ROOT / "Sources" / "Herald"

# The reducer, the decision, and the tests of a rule.
FOLDERS = ("Reduce", "Decide", "Decide/RuleTests")

# Files of these folders that answer questions about events and decisions, and neither fold nor decide.
ASIDE_FILES = {
    "Reduce/FieldShape.swift",  # the names of a state's fields, for conditions
    "Reduce/ShapeReader.swift",
    "Decide/ComparedProperties.swift",
    "Decide/ComparisonCode.swift",
    "Decide/Decision.swift",  # the answer itself, its words and its JSON
    "Decide/DecisionEncoder.swift",
    "Decide/EncodedRuleResults.swift",
    "Decide/Explain.swift",
    "Decide/Explanation+JSON.swift",
    "Decide/Explanation+Words.swift",
    "Decide/Forecast.swift",  # until when a decision holds
    "Decide/Incomparable.swift",
    "Decide/NearProperty.swift",
    "Decide/Provenance.swift",  # where a value came from
    "Decide/TrustProvenance.swift",
    "Decide/VersionRemark.swift",
    "Decide/Witness.swift",
}

# Functions and properties of the other files that only explain. The tool fails where a fold or a decision reaches one.
ASIDES = (
    # Requirements of `RuleTestDefinition` besides `passes`.
    "inputs(of:)", "failedInputs(of:in:)", "asksDeviceAlone", "instants(of:for:in:)", "redactable(in:from:to:)",
    "samples(for:)", "changes(to:wanted:for:in:)", "gap(in:before:)", "documentKeys", "terms(of:)", "filters(of:in:)",
    "explanation", "failure(_:of:)", "shortFailure", "role(in:)", "properties(of:)", "words",
)  # fmt: skip


def files() -> list[str]:
    """The files that are mutated, as paths below the core."""
    found = (
        path.relative_to(CORE).as_posix() for folder in FOLDERS for path in sorted((CORE / folder).glob("*.swift"))
    )
    return [file for file in found if file not in ASIDE_FILES]


def folder_of(file: str) -> str:
    """The folder of a file, as a table names it."""
    return Path(file).parent.as_posix()
