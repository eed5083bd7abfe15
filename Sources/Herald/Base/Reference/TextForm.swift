/// A form that a text must have: in words, and as a pattern of ECMA-262 that accepts the same texts.
package struct TextForm: Sendable {
  /// Such as `a version such as "2.10"`.
  package let name: String
  package let pattern: String

  package init(_ name: String, pattern: String) {
    self.name = name
    self.pattern = pattern
  }
}

extension TextForm {
  /// Unicode's `White_Space`, which `\s` of ECMA-262 is not exactly.
  package static let blank = #"[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"#
  private static let notBlank = #"[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"#

  /// The same with blanks around it.
  private static func trimmed(_ pattern: String) -> String { "^\(blank)*(?:\(pattern))\(blank)*$" }

  package static let visibleText = TextForm("a text that is not blank", pattern: notBlank)

  package static let nonEmptyText = TextForm("a text that is not empty", pattern: #"[\s\S]"#)

  /// White space between the characters of a version is ignored. The Kelvin sign becomes a `k`.
  package static let version: TextForm = {
    func each(_ set: String) -> String { "(?:\(set)\(blank)*)" }
    let digit = each("[0-9]")
    let letter = each(#"[0-9A-Za-z\u212a-]"#)
    let number = "(?:\(each("0"))|\(each("[1-9]"))\(digit)*|\(digit)*\(each(#"[A-Za-z\u212a-]"#))\(letter)*)"
    let dot = each(#"\."#)
    return TextForm(
      #"a version such as "2.10""#,
      pattern: "^\(blank)*\(each("[+-]"))?\(digit)+(?:\(dot)\(digit)+)*"
        + "(?:\(each("-"))\(number)(?:\(dot)\(number))*)?(?:\(each(#"\+"#))\(letter)+(?:\(dot)\(letter)+)*)?$")
  }()

  /// A day that exists, in the years 1 to 9999.
  private static let day =
    "(?!0000)(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    + "|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
  private static let hour = "(?:[01][0-9]|2[0-3])"

  package static let date = TextForm(
    #"a date such as "2026-03-02" or "2026-03-02T08:00:00Z""#,
    pattern: trimmed(
      "\(day)(?:[ T]\(hour):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?"
        + "(?: ?(?:Z|[+-]\(hour)(?::?[0-5][0-9])?))?)?"))

  /// A time of RFC 3339. The pattern does not check that the moment lies in the years 1 to 9999 in UTC too.
  package static let time = TextForm(
    #"a time such as "2026-03-02T08:00:00.000+01:00""#,
    pattern: "^\(day)[Tt]\(hour):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\\.[0-9]+)?(?:[Zz]|[+-]\(hour):[0-5][0-9])$")

  /// - Parameter mayBeBlank: true if a blank text counts as absent.
  private static func url(mayBeBlank: Bool) -> TextForm {
    // The host begins behind the last `@` before the path.
    let host = #"(?:[^/?#]*@)?(?![^/?#]*@)[^/?#:][\s\S]*"#
    let web = #"[Hh][Tt][Tt][Pp][Ss]?://(?=[\s\S]*?\#(notBlank))\#(host)"#
    let store =
      "(?:[Ii][Tt][Mm][Ss]-(?:[Aa][Pp][Pp][Ss]|[Ss][Ee][Rr][Vv][Ii][Cc][Ee][Ss])|[Mm][Aa][Rr][Kk][Ee][Tt]"
      + "|[Aa][Pp][Pp][Ss][Tt][Rr][Ee][Aa][Mm]|[Ss][Nn][Aa][Pp]|[Ff][Ll][Aa][Tt][Pp][Aa][Kk]"
      + "|[Mm][Ss]-[Ww][Ii][Nn][Dd][Oo][Ww][Ss]-[Ss][Tt][Oo][Rr][Ee]):"
    return TextForm(
      "a URL that a device can open (http, https, itms-apps, itms-services, market, appstream, snap, flatpak, "
        + "ms-windows-store)",
      pattern: trimmed(#"(?:\#(web)|\#(store)[\s\S]*?\#(notBlank))"# + (mayBeBlank ? "|" : "")))
  }

  package static let url = url(mayBeBlank: false)
  package static let urlOrBlank = url(mayBeBlank: true)

  package static let digest = TextForm(
    "`sha256:` and 64 lower-case hex digits", pattern: "^sha256:[0-9a-f]{64}$")

  package static let jsonContentType = TextForm(
    "`application/json`, with parameters or without",
    pattern: "^\(blank)*[Aa][Pp][Pp][Ll][Ii][Cc][Aa][Tt][Ii][Oo][Nn]/[Jj][Ss][Oo][Nn]\(blank)*(?:;|$)")

  /// JSON's number in a text, within a range. A reader takes more exponents.
  package static func number(_ range: ClosedRange<Int>, isInteger: Bool) -> TextForm {
    let fraction = isInteger ? #"(?:\.0+)?"# : #"(?:\.[0-9]+)?(?:[eE]-[0-9]+)?"#
    let sign = range.lowerBound < 0 ? "-?" : ""
    let digits =
      range.upperBound == 100
      ? #"(?:100(?:\.0+)?|[1-9]?[0-9]\#(fraction))"#
      : (isInteger && range.lowerBound > 0 ? "[1-9][0-9]{0,15}" : "(?:0|[1-9][0-9]{0,15})") + fraction
    return TextForm("a number in a text", pattern: trimmed(sign + digits))
  }

  /// The same above 0: a digit before the exponent is not 0.
  package static let positiveNumber = TextForm(
    "a number above 0 in a text",
    pattern: trimmed(#"(?=[0-9.]*[1-9])(?:0|[1-9][0-9]{0,15})(?:\.[0-9]+)?(?:[eE]-[0-9]+)?"#))

  /// A time of day.
  package static let timeOfDay = TextForm(
    #"a time of day such as "22:00""#, pattern: "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$")

  package static let wholeNumber = TextForm("an integer from 0 in a text", pattern: trimmed(#"[0-9]+(?:\.0+)?"#))

  /// A boolean in a text.
  package static let boolean = TextForm(
    #""true" or "false""#, pattern: trimmed("[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|1|0"))
  package static let yes = TextForm(#""true""#, pattern: trimmed("[Tt][Rr][Uu][Ee]|1"))
}
