import Herald

extension LintCheck {
  static let apiLevelInFilter = LintCheck(
    "apiLevelInFilter", .warning, "an API level of Android where its version is compared, or the other way round",
    policy: { linted in
      let androids = Set(linted.filters.filter(isAndroidAlone).map(\.parent))
      return linted.filters.compactMap { filter in
        if filter.property == .deviceOsVersion, androids.contains(filter.parent) { return level(in: filter) }
        return filter.property == "deviceApiLevel" ? version(in: filter) : nil
      }
    })

  /// The values of `deviceOsName` for which a high version may be meant; "" is that of a device without one.
  private static let otherSystems =
    (KnownProperties.allValues(of: .deviceOsName) ?? []).filter { $0 != "android" } + [""]

  private static func isAndroidAlone(_ filter: LintedFilter) -> Bool {
    filter.property == .deviceOsName && filter.matches("android") && !otherSystems.contains(where: filter.matches)
  }

  private static func level(in filter: LintedFilter) -> LintFinding? {
    guard let part = filter.parts.first(where: { number(of: $0) == .level }) else { return nil }
    return filter.finding(
      "No Android has the version \(quoted(part.writtenBody)): it is an API level.",
      why: "`deviceOsVersion` is a version such as 14, so the part is for nobody or for everybody",
      fix: "write the filter `\"deviceApiLevel\": \"\(filter.filter.text.trimmed)\"` in its place")
  }

  private static func version(in filter: LintedFilter) -> LintFinding? {
    guard let part = filter.parts.first(where: { number(of: $0) == .version }) else { return nil }
    return filter.finding(
      "No phone has the API level \(quoted(part.writtenBody)): it is a version of Android, or one of the first phones'.",
      why: "`deviceApiLevel` is a number such as 34, so the part is for nobody or for everybody",
      fix:
        "write the filters `\"deviceOsName\": \"android\", \"deviceOsVersion\": \"\(filter.filter.text.trimmed)\"` in "
        + "its place")
  }

  private static func number(of part: LintedPart) -> AndroidNumber? {
    (part.part.operand ?? part.part.equalText).flatMap { AndroidNumber($0) }
  }
}

extension LintedFilter {
  /// The pointer of the filters that it stands among.
  fileprivate var parent: String {
    String(
      Substring(pointer.utf8.prefix(upTo: pointer.utf8.lastIndex(of: UInt8(ascii: "/")) ?? pointer.utf8.startIndex)))
  }
}
