import Herald

extension LintCheck {
  /// The finding is a note, because the app may exist for that one system alone.
  static let forceWithoutWay = LintCheck(
    "forceWithoutWay", .note, "a forced update that leads to a store of one system, and is for devices of another too",
    rule: { linted in
      guard linted.rule.kind == .force else { return [] }
      return linted.closedWays.map { system, url in
        linted.finding(
          at: linted.kindKey,
          "The force \(linted.name) leads to \(quoted(url.string)), which no device with \(quoted(system)) opens.",
          why: "it is for them too: if the app runs there, they are locked out",
          fix: "add `targetWebsiteUrl` with a page for every system, or a filter on `deviceOsName`")
      }
    })
}

extension LintedRule {
  /// The systems that the rule is for and whose devices cannot open its destination, with that destination.
  var closedWays: [(system: String, url: ExactString)] {
    guard let demands else { return [] }
    let systems = demands[.deviceOsName]
    return ["android", "ios"].compactMap { system in
      guard let url = system == "android" ? rule.destinations.onAndroid : rule.destinations.elsewhere,
        Destination.leadsNowhere(url, on: system),
        systems.allSatisfy({ $0.isMet(by: PropertyValue(ExactString(system))) })
      else { return nil }
      return (system, url)
    }
  }
}
