import Foundation
import Herald
import HeraldLog
package import HeraldQuestions

/// A log of invented installations, with draws that say who is held out and who sees which variant.
package struct EffectLog {
  package private(set) var lines: [(time: Double, text: String)] = []
  private var revisions: [String: Int] = [:]
  /// The document that each launch fetches.
  package var document: String

  package init(_ document: String) { self.document = document }

  /// A document with a holdout of half of the installations.
  ///
  /// - Parameters:
  ///   - root: more members of the document, each with a comma behind it.
  ///   - rule: more members of the rule, each with a comma behind it.
  package static func document(
    root: String = #""holdout":{"id":"h","percent":50},"#, target: String = #""targetVersion":"2.4.0","#,
    rule: String = "", messages: String = ""
  ) -> String {
    """
    {"packageName":"p",\(root)"updates":[{"id":7,\(target)\(rule)"targetWebsiteUrl":"https://example.com",\
    "descriptions":{"*":{"message":"m"}}}],"messages":[\(messages)]}
    """
  }

  /// A message, which leads to no version.
  package static let message = #"{"id":1,"descriptions":{"*":{"message":"m"}}}"#

  /// Two variants of the rule.
  package static let variants = #""variants":[{"id":"a","weight":1},{"id":"b","weight":1}],"#

  /// A launch, and the fetch that asks for a decision.
  ///
  /// - Parameters:
  ///   - day: since the log's beginning.
  ///   - heldOut: whether the draw is within the holdout.
  ///   - second: whether the draw is that of the second variant.
  package mutating func launch(
    _ source: String, day: Double, version: String = "2.3.0", heldOut: Bool = false, second: Bool = false,
    trigger: String = "launch", properties: String = ""
  ) {
    let draws = #"{"holdout:h":\#(heldOut ? 0 : 9999),"variant:update:7":\#(second ? 9999 : 0)}"#
    add(
      source, day, "app.launched",
      #"{"properties":{"appPackageName":"p","appVersionName":"\#(version)","deviceLanguage":"en"\#(properties)},"draws":\#(draws)}"#
    )
    fetch(source, day: day, trigger: trigger)
  }

  package mutating func fetch(_ source: String, day: Double, trigger: String = "launch") {
    var text = JSONWriter()
    text.string(document)
    add(
      source, day, "fetch.succeeded",
      #"{"trigger":"\#(trigger)","url":"https://example.com","format":"herald","status":200,"digest":"\#(Digest.of(document))","document":\#(text.string)}"#
    )
  }

  package mutating func show(_ source: String, day: Double, rule: String, kind: String = "optional") {
    add(source, day, "prompt.shown", #"{"prompt":"p","rule":"\#(rule)","kind":"\#(kind)","language":"*"}"#)
  }

  package mutating func add(_ source: String, _ day: Double, _ type: String, _ data: String) {
    let revision = revisions[source, default: 0] + 1
    revisions[source] = revision
    let time = Timestamp(milliseconds: 1_772_409_600_000 + Int64(day * 86_400_000))
    lines.append(
      (
        day,
        #"{"specversion":"1.0","id":"\#(source)-\#(revision)","source":"/\#(source)","type":"\#(type)","time":"\#(time)","revision":\#(revision),"data":\#(data)}"#
      ))
  }

  /// The lines as they were added, or as they happened.
  package func text(byTime: Bool = false) -> String {
    let sorted = lines.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    return (byTime ? sorted.map(\.element) : lines).map { $0.text + "\n" }.joined()
  }

  /// What the log says.
  package func fold(byTime: Bool = false, atOnce most: Int = .max) throws -> EffectFold {
    var fold = EffectFold()
    try Rows.reader(text(byTime: byTime)).replay(atOnce: most, visitor: &fold)
    return fold
  }

  /// Groups that enter on day 0, see the prompt unless they are held out, and update on some days, or never.
  package static func groups(
    _ document: String = document(), first: [Double?], second: [Double?], isSecond name: String = "heldOut",
    until end: Double = 30, isShown: Bool = true
  ) -> EffectLog {
    var log = EffectLog(document)
    for (group, days) in [first, second].enumerated() {
      for (number, day) in days.enumerated() {
        let source = "\(group)-\(number)"
        let (heldOut, second) = (group == 1 && name == "heldOut", group == 1 && name == "b")
        log.launch(source, day: 0, heldOut: heldOut, second: second)
        if !heldOut, isShown { log.show(source, day: 0, rule: "update:7") }
        if let day { log.launch(source, day: day, version: "2.4.0", heldOut: heldOut, second: second) }
      }
    }
    log.end(day: end, count: 2 + (first.count + second.count) / 100)
    return log
  }

  /// The lines of 120 installations that enter on day 0, half of them held out. On day 8 more of the others are on
  /// version 2.4.0.
  package static func fleet(_ document: String = document(messages: message)) -> String {
    var log = EffectLog(document)
    for number in 0..<120 {
      let isHeldOut = number % 2 == 1
      func launch(day: Double, version: String) {
        log.add(
          "\(number)", day, "app.launched",
          #"{"properties":{"appPackageName":"p","appVersionName":"\#(version)","deviceLanguage":"en"},"draws":{"holdout:h":\#(isHeldOut ? 0 : 9999)}}"#
        )
      }
      launch(day: 0, version: "2.3")
      log.fetch("\(number)", day: 0)
      launch(day: 8, version: number % 10 < (isHeldOut ? 4 : 7) ? "2.4.0" : "2.3")
    }
    return log.text()
  }

  /// Several installations that launch last: a single one, or half a percent, might have clocks that are ahead.
  package mutating func end(day: Double, count: Int = 2) {
    for source in (0..<count).map({ "end-\($0)" }) {
      launch(source, day: day, version: "9", properties: #","appVersionCode":"999""#)
    }
  }
}

extension Effect {
  /// The day of the log at which the first and the last installation entered.
  package var entranceDays: [Double] {
    entered.map { [$0.lowerBound, $0.upperBound].map { Double($0.milliseconds - 1_772_409_600_000) / 86_400_000 } }
      ?? []
  }
}
