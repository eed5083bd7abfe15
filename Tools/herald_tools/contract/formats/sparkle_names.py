"""Names of Sparkle's namespace that are not read, and which of them may restrict a release."""

_KNOWN = [
    "minimumsystemversion",
    "maximumsystemversion",
    "minimumupdateversion",
    "os",
    "hardwarerequirements",
    "cpu",
    "channel",
    "phasedrolloutinterval",
    "version",
    "shortversionstring",
    "criticalupdate",
    "tags",
    "informationalupdate",
    "releasenoteslink",
    "belowversion",
    "deltafrom",
    "deltafromsparkleexecutablesize",
    "deltafromsparklelocales",
    "deltas",
    "dsasignature",
    "edsignature",
    "fullreleasenoteslink",
    "ignoreskippedupgradesbelowversion",
    "installationtype",
    "installerarguments",
    "length",
    "minimumautoupdateversion",
    "verificationsignature",
]
_PARTS = [
    "minimum",
    "maximum",
    "requir",
    "hardware",
    "system",
    "platform",
    "device",
    "architecture",
    "channel",
    "rollout",
    "phase",
    "percent",
    "compatib",
    "supported",
    "country",
    "region",
    "exclude",
    "restrict",
    "eligib",
    "processor",
]
_BEGINNINGS = ("min", "max", "os", "only", "cpu")


def may_restrict(name: str) -> bool:
    """Whether a folded name that is not read may say for whom a release is."""
    if name in _KNOWN or name.startswith("minisign"):
        return False
    return name.startswith(_BEGINNINGS) or any(part in name for part in _PARTS)
