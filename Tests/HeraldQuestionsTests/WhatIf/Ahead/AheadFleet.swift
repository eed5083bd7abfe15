import Herald
import HeraldTestSupport

@testable import HeraldQuestions

/// Phones that launch and look for a policy, and come no more.
enum AheadFleet {
  /// One phone.
  ///
  /// - Parameters:
  ///   - time: the time of its launch; it fetches at the same time.
  ///   - triggers: why it fetches, one fetch after the other.
  static func phone(
    _ source: String, version: String = "3.4", at time: String = "2026-06-30T08:00:00Z", on system: String = "ios",
    triggers: [String] = ["launch"], fails: Bool = false
  ) -> String {
    func event(_ number: Int, _ type: String, _ data: String) -> String {
      #"{"specversion":"1.0","id":"\#(number)","source":"\#(source)","type":"\#(type)","time":"\#(time)","data":{\#(data)}}"#
        + "\n"
    }
    let properties =
      #""appPackageName":"com.example.shop","appVersionName":"\#(version)","deviceOsName":"\#(system)""#
    return event(1, "app.launched", #""properties":{\#(properties)}"#)
      + triggers.enumerated().map { index, trigger in
        let fetch = #""trigger":"\#(trigger)","url":"https://example.com/p""#
        return fails
          ? event(2 + index, "fetch.failed", fetch + #","reason":"offline""#)
          : event(2 + index, "fetch.succeeded", fetch + #","format":"herald","status":304"#)
      }.joined()
  }

  /// A policy of one update to 3.5.
  static func policy(_ keys: String, messages: String = "") -> String {
    """
    {"packageName":"com.example.shop","updates":[{"id":"v3.5","targetVersion":"3.5","descriptions":{"*":"New."},
    "targetWebsiteUrl":"https://example.com","filters":{"appVersionName":"<3.5"},\(keys)}]\(messages.isEmpty ? "" : #","messages":[\#(messages)]"#)}
    """
  }

  /// The fleet of the first hour: 2,693 phones of version 3.4, 12 that have 3.5, and 12 whose clocks stand years ahead.
  static let large: String =
    (0..<2693).map { phone("/i/\($0)") }.joined()
    + (0..<12).map { phone("/new/\($0)", version: "3.5") }.joined()
    + (0..<12).map { phone("/off/\($0)", at: ["2027-09-01", "2038-01-19", "2100-01-02"][$0 % 3] + "T08:00:00Z") }
    .joined()
}
