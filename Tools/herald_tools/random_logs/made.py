"""The keys and fields that have makers of their own here; every other one is made of what its declaration says."""

# By format and object, as the reference names them.
KEYS: dict[str, dict[str, str]] = {
    "herald": {
        "policy": "packageName revision reviewVersions pushOnForeground updates messages segments groups frequencyCaps "
        "holdout quietHours",
        "update": "id filters descriptions targetWebsiteUrl targetPackageUrl targetGooglePlay targetPackageName "
        "displayAfterDate displayBeforeDate maxDisplayCount displayPeriodInHours rollout triggers inSegments "
        "notInSegments releasedAt releasedForDays phasedRollout frequencyCaps groups variants quietHours holdout "
        "weekdays forceUpdate forceExit skippable targetVersion targetVersionCode updateTypes forceUpdateTypes "
        "deadline forcedDescriptions",
        "texts": "message title whatIsNew warnings imageUrl",
        "phasedRollout": "startAt steps intervalInHours pausedAt",
        "frequencyCap": "cap periodInHours",
        "variant": "id weight descriptions",
        "deadline": "at afterFirstShownInHours deferrals graceInHours becomes reminders",
        "reminder": "withinHours displayPeriodInHours",
        "group": "frequencyCaps",
        "holdout": "id percent",
        "quietHours": "from to",
    },
    "ssvc": {
        "document": "SSVCMinimumSupportedVersionNumber SSVCLatestVersionNumber SSVCLatestVersionKey "
        "SSVCLatestVersionAvailableSince",
    },
    "sunstripe": {
        "document": "result code messages version_info",
        "version_info": "needed_version_update update_type update_url update_alert_title update_alert_body "
        "update_update_button_title",
    },
    "login": {"document": "hasNewVersion needUpgrade downloadUrl review"},
    "table": {"document": "versions revision", "row": "version updated forceUpdated downloadUrl review"},
    "segments": {"document": "version downloadUrl review title message whatIsNew"},
    "itunes": {
        "document": "resultCount results",
        "app": "version bundleId trackViewUrl trackId releaseNotes minimumOsVersion currentVersionReleaseDate "
        "description",
    },
    "storepage": {"page": "@type softwareVersion @graph mainEntity"},
    "umeng": {"document": "update version path update_log"},
    "princeofversions": {
        "document": "ios2 android2 macos2 ios android macos",
        "entry": "required_version last_version_available latest_version notify_last_version_frequency requirements "
        "minimum_version optional_update",
        "requirements": "required_os_version",
        "optional_update": "version notification_type",
    },
    "appcast": {
        "item": "sparkle:version sparkle:shortVersionString title link pubDate enclosure url "
        "sparkle:minimumSystemVersion sparkle:maximumSystemVersion sparkle:os sparkle:channel sparkle:criticalUpdate "
        "sparkle:tags sparkle:phasedRolloutInterval sparkle:informationalUpdate",
    },
    "appupdater": {"document": "latestVersion latestVersionCode url releaseNotes"},
    "appupdate": {"document": "update new_version apk_file_url update_log constraint"},
}

HOUSE_RULES = (
    "displayPeriodInHours maxDisplayCount skippable rollout triggers updateTypes forceUpdateTypes releasedForDays "
    "phasedRollout frequencyCaps deadline"
)

# The attributes of every event, and by type the fields.
FIELDS: dict[str, str] = {
    "event": "specversion id source type time revision data dataversion datacontenttype",
    "app.launched": "properties user draws trust",
    "app.foregrounded": "busy",
    "app.backgrounded": "",
    "user.changed": "user",
    "fetch.succeeded": "trigger url format status etag lastModified storeUrl user houseRules signature digest document",
    "fetch.failed": "trigger url reason status user",
    "prompt.shown": "prompt rule kind language variant",
    "button.chosen": "prompt button",
    "push.received": "kind url targetVersion user",
    "operation.attempted": "operation",
}

# A format's other names, by which the same documents are fetched.
ALIASES = {"turkcell": "herald"}


def keys(format_name: str) -> set[tuple[str, str]]:
    """(object, key) of the keys of a format that have makers."""
    made = KEYS.get(ALIASES.get(format_name, format_name), {})
    return {(name, key) for name, listed in made.items() for key in listed.split()}


def fields() -> set[tuple[str, str]]:
    """(type, field) of the fields that have makers; the attributes are those of `event`."""
    return {(name, key) for name, listed in FIELDS.items() for key in listed.split()}


def house_rules() -> set[tuple[str, str]]:
    return {("houseRules", key) for key in HOUSE_RULES.split()}
