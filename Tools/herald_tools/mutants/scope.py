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

# Functions and properties of the other files that answer questions too, by name and labels; an argument without a label
# is named by its type. Where other files decide in a function of the name, the file stands before it. The tool fails
# where a fold or a decision reaches one of them.
ASIDES = (
    # Requirements of `RuleTestDefinition` besides `passes`, and what they are made of.
    "inputs(of:)", "failedInputs(of:in:)", "asksDeviceAlone", "instants(of:for:in:)", "redactable(in:from:to:)",
    "samples(for:)", "changes(to:wanted:for:in:)", "gap(in:before:)", "documentKeys", "terms(of:)", "filters(of:in:)",
    "explanation", "failure(Comparison:of:)", "shortFailure", "role(in:)", "properties(of:)", "words", "samples",
    "terms",
    "CountTest.swift isSet(in:)", "SkippedTest.swift isSet(in:)", "VersionTest.swift properties",
    "comparison(Limit:at:)", "versions(around:)", "fewerShowings(_:of:at:)", "countedWords",
    "FiltersTest.swift matches(Filter:Profile:)", "samples(around:)", "period(of:for:in:)", "edits(of:at:in:)",
    "words(of:)", "share(Comparison:of:)", "wanted(by:)", "releases(PublishedVersion:)", "triggersAlways",
    "isSuperset(of:)", "beginning", "clockName", "reading(of:)",
    # Why, and what would have to be different.
    "highest(above:)", "rollback(of:)", "alike(ExactString?:ExactString:)", "words(EventData:in:)",
    "RuleTests.swift isEmpty", "words(PushReceived:in:)", "failedFilters(of:)", "mayBlock", "mayPassSharedLimits",
    "kindInputs", "kindWords(_:)", "words(for:of:)", "waiting(for:PromptKind:_:)", "isEarlier(Way:Way:)", "written",
    "write(into:)", "words(with:)", "hasTextSometime(Rule:)", "hasAnyText", "wasShownForTarget(Rule:)", "readsShowings",
    "reads(key:)", "gap(before:)", "init(of:for:in:)", "ofCondition(RuleTest:Rule:RuleContext:)",
    "lifted(RuleContext:)", "RuleTests.swift passes(RuleTest:in:)", "explaining(Sequence<Rule>:)", "remarks(on:)",
    "remarking(on:for:)",
    # The draws of a redacted log, and signatures that a question assumes.
    "Draw.swift init(name:)", "draws", "assume(ReceivedSignature:of:Trust:after:at:)",
    # Equality, which questions ask of states and decisions.
    "==(left:right:)",
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
