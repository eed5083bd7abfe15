import Herald

extension LintCheck {
  static let deadlineWithoutWay = LintCheck(
    "deadlineWithoutWay", .warning, "an update that becomes forced on devices that have no way to update",
    rule: { linted in
      guard linted.rule.mayRise, let demands = linted.demands else { return [] }
      let systems = demands[.deviceOsName]
      return ["android", "ios"].compactMap { system in
        let destinations = linted.rule.destinations
        guard let url = system == "android" ? destinations.onAndroid : destinations.elsewhere,
          Destination.leadsNowhere(url, on: system),
          systems.allSatisfy({ $0.isMet(by: PropertyValue(ExactString(system))) })
        else { return nil }
        return linted.finding(
          at: linted.risingKey,
          "\(linted.name) leads to \(quoted(url.string)), which no device with \(quoted(system)) opens.",
          why: "it is for them too: they are forced, and cannot update",
          fix: "add `targetWebsiteUrl` with a page for every system, or a filter on `deviceOsName`")
      }
    })
}
