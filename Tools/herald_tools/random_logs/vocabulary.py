"""Small vocabularies, so that things collide and interact."""

from herald_tools.random_logs.json_writer import Raw

# fmt: off

APP = "com.ex.app"
PACKAGES = [APP, "com.ex.other", "com.ex.App", f" {APP} ", f"{APP}\u00a0", "com.ex.app2"]

VERSIONS = ["1.0", "1.9", "2.0", "2.0.0", "2.2", "2.7", "2.10", "10", "3.0-beta.2", "3.0-beta.11", "3.0-rc.1",
            "3.0", "3.0+build.5", "2.10-0"]
ODD_VERSIONS = ["", " ", "v2", "1.0rc1", "2..7", "2.", ".5", "-1", "+2.2", "-1.5", "\uff12.\uff10", " 2. 10 ",
                "2.7-01", "2.7-", "2.7+", "2.7-a..b", "99999999999999999999.1", "2.0-99999999999999999999",
                "3.0-BETA.1", "3.0-\u212a", "007.0", "2.7--1", "1e2", "2_7", "2.7 \u2028", "2.7\u200b", "0",
                "\ufeff2.7"]
CODES = ["1", "10", "11", "50", "9.9", "", " ", "x", "0011", "99999999999999999999"]
BUNDLE_VERSIONS = ["1.0", "2.2.1", "10.2.3", "1.0b3", "1.0b3", "1.0b", "2.7a1", "3.1d", "9.9.9f255", "9.9.9f256",
                   "9.9.9f256", "9.9.9f1234", "1.10", ".5", "2.", "0.1", "1.0\n"]
SYSTEMS = ["android", "Android", " ANDROID ", "ios", "iOS", "windowsphone", "", "andro\u0131d", "\u0130OS"]
SYSTEM_VERSIONS = ["4.4.2", "5", "6.1.3", "10", "10.3.1", "14"]
MODELS = ["iPhone5,1", "iPad2,1", "HTC Wildfire S A510e", "a?c", "abc", "(x1", "''"]
BOOLS = ["true", "false", "TRUE", "1"]
LANGUAGES = ["en", "EN", "en-US", "en_us", "tr", "tr-TR", "zh-Hans-CN", "zh_hant", "de", "*", "", " ", " e n ", "en-",
             "\u0130t", "it", "i\u0307t", "zh-Hant-TW", "zh_TW", "zh-HK", "zh-SG", "zh-702", "ZH_Hant_tw", "iw-IL",
             "he", "in", "id-ID", "ji", "no-NO", "nb", "en-US-u-ca-buddhist", "en-x-shop", "en-Latn-US", "-en", "_",
             "x-en"]
LANGUAGE_KEYS = ["en", "EN", "En", "en-US", "en_us", "en-us", "tr", "TR", "zh-Hans", "zh", "ZH_hans", "*", " * ", "",
                 " ",
                 " e n", "i\u0307t", "it", "\U0001f600", "\ufb01", "en-", "zh-TW", "zh_tw", "zh-Hant", "zh-Hans", "iw",
                 "he", "in-ID", "id", "yi", "ji", "nb", "no", "en-US-u", "en-x", "-en", "x"]
CITIES = ["istanbul", "ISTANBUL", "\u0130stanbul", "\u0131stanbul", "stra\u00dfe", "STRASSE",
          "\u039f\u0394\u039f\u03a3",
          "\u03bf\u03b4\u03bf\u03c3", "\u03bf\u03b4\u03bf\u03c2", "caf\u00e9", "cafe\u0301", "a\u3000b", "ab",
          "a\u200bb",
          "a\u0085b", "a\u180eb", "a\x1fb",
          "\U0001f600x", "\u1e9e", "\u00df", "\u01c5", "\u01c6", "\r\na", "a\x00b", "\u2126",
          "\u03c9", "\u212b", "\u00e5", "!a", "a,b", "*"]
# Values that are easily taken for one another, rightly or wrongly.
TWINS = [["\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c3", "\u03bf\u03b4\u03bf\u03c2"],
         ["caf\u00e9", "cafe\u0301", "CAF\u00c9"],
         ["a\u3000b", "ab", "a\u200bb", "a\u0085b", "a\u180eb", "a\x1fb", "a\u2028b"],
         ["''", "", " "], ["stra\u00dfe", "STRASSE"],
         ["istanbul", "ISTANBUL", "\u0130stanbul", "\u0131stanbul", "i\u0307stanbul"], ["\u1e9e", "\u00df"],
         ["\u01c5", "\u01c6"],
         ["\u2126", "\u03c9"], ["\u212b", "\u00e5", "a\u030a"],
         ["5", "\uff15", "\u0665", "5.0", "05"], ["2.10", "2.1", "2.10.0"],
         ["en-US", "en_us"], ["\u0130t", "i\u0307t", "it"], ["true", "TRUE", "1"]]
TIERS = ["1", "5", "\uff15", "\u0665", "3000000000", "2.10", "2.1", "-5", "+5", "true"]
ARCHITECTURES = ["arm64", "x86_64", "x64", "ARM64", ""]
PROPERTIES = {
    "appVersionName": VERSIONS, "appVersionCode": CODES, "deviceOsName": SYSTEMS, "deviceOsVersion": SYSTEM_VERSIONS,
    "deviceModel": MODELS, "deviceIsTablet": BOOLS, "deviceLanguage": LANGUAGES,
    "deviceArchitecture": ARCHITECTURES, "city": CITIES, "tier": TIERS,
    "caf\u00e9": ["1"], "cafe\u0301": ["2"], "appPackageName": PACKAGES,
}

GOOD_URLS = ["https://ex.com/app", "https://ex.com/app", " https://ex.com/a b ", "HTTP://ex.com",
             "https://ex.com/\u7c89%E7%8C%AA",
             "https://ex.com/100%", "https://ex.com/%zz%4%41%%41", "https://[::1]:80/[x]?[y]#[z]#w", "market:x",
             "itms-apps://itunes.apple.com/app/id1", "ITMS-Services://?action=download&url=https://ex.com/a.plist",
             "Market://details?id=com.ex.app", "https://\u4f8b\u3048.jp/?q=\u00fc#\u00e9", "https://ex.com/\"<>\\^`{|}",
             "https://u:p@ex.com:8080/x", "https://ex.com\n/", "\u3000https://ex.com/\u2028x\u2028",
             "https://ex.com?a#b?c#d",
             "https://ex.com/cafe\u0301", "https://ex.com/\x00", "https://ex.com/\U0001f600", "itms-apps:x y",
             "http://x"]
BAD_URLS = ["ftp://ex.com", "ex.com", "http://", "https:///x", "http:ex.com", "market:", "itms-services: ",
            "javascript:alert(1)",
            "https://:80/", "https://u@/x", "https://?q", "ht tp://ex.com", "mar\u212aet:x", "not a url", ":x",
            "//ex.com/x",
            "http s://ex.com", "https//ex.com"]
BLANKS = ["", " ", "\t\n", "\u3000\u2003"]

TRUE_FORMS = [True, "true", "TRUE", "1", Raw("1"), " True\u00a0"]
FALSE_FORMS = [False, "false", "False", "0", Raw("0"), None]
BAD_BOOLS = ["yes", "", Raw("2"), [], {}, "\uff11", "tru e"]
BAD_NUMBERS = ["abc", "", True, [], {}, "+5", "05", "0x10", "5.", ".5", "NaN", "1_0", "\uff15", "- 5", Raw("-0.5"),
               Raw("1e400")]
WRONG_TYPES = [Raw("7"), True, [], {}, ["x"], Raw("1.5")]
NESTED = [{"a": [None, Raw("1.0"), {"\u00e9": "\u0085"}]}, [[], {}], Raw("-0"), Raw("1E+2"), "\u2028\u2029\x7f\b\f"]

RULE_IDS = ["update:1", "update:2", "update:a", "message:1", "message:2", "push", "update:zz", "update:caf\u00e9",
            "update:cafe\u0301", "update:1-2", "message:1-2"]
IDS = [1, 1, 2, 2, 3, "1", "a", "b", "caf\u00e9", "cafe\u0301", Raw("5.0"), Raw("1e2"), "100", Raw("-3"), Raw("2.50"),
       Raw("1e21"), Raw("123456789012345678901"), Raw("1e-7"), Raw("0.000001"), Raw("5"), "5", Raw("9007199254740993"),
       Raw("333333333.33333329"), "1-2", "1-2", "2-2", "1-3", "00", " 1 ", "auto-0", "x\ny", "0.0"]
AUTOMATIC_IDS = [None, 0, "0", "", Raw("0.0"), Raw("-0"), Raw("0e9"), Raw("-0.0")]

USERS = ["u1", "u2", "caf\u00e9", "cafe\u0301", ""]
OFFSETS = ["Z", "Z", "Z", "z", "+00:00", "-00:00", "+03:00", "+05:45", "-08:00", "+14:00", "-03:30", "+23:59"]
BUTTONS = ["update", "later", "skip", "skip", "skip", "exit", "open", "dismiss", "vanished", "shake"]
TRIGGERS = ["launch", "launch", "login", "schedule", "heartbeat", "manual"]
