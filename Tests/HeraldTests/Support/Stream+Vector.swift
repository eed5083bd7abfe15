import HeraldTestSupport
import Testing

@testable import Herald

extension Stream {
  /// Makes the device of a case, with its earlier showings. The next event asks the question.
  init(_ vector: Vector) throws {
    let zone = vector["deviceTimeZone"]?.string
    self.init(now: try vector.time("now", zone: zone))
    var properties = try vector.properties("device")
    for member in vector["installedPackages"]?.members ?? [] { properties["installed.\(member.name)"] = "true" }
    let earlier = try vector.records().map { record in
      (record: record, time: try record.last.map { try DeviceTime.at($0, zone: zone) } ?? now)
    }
    append(.launched(properties), at: earlier.map(\.time).min { $0.moment < $1.moment } ?? now)
    for (record, time) in earlier { try show(record, at: time) }
  }

  /// Appends the showings of a record, each of them answered; sets a record that no showings can make.
  private mutating func show(_ earlier: EarlierShowings, at time: DeviceTime) throws {
    guard (1...9).contains(earlier.count) else {
      var record = ShowingRecord()
      record.shown = earlier.count
      record.lastShown = earlier.last
      state.records = ShowingRecords([ShowingRecords.Entry(rule: earlier.rule, record: record)])
      return
    }
    for number in 1...earlier.count {
      let prompt = ExactString("earlier-\(number)")
      append(.shown(prompt, rule: earlier.rule), at: time)
      append(.chosen("dismiss", of: prompt), at: time)
    }
  }
}

/// The earlier showings of a rule in a case.
struct EarlierShowings {
  let rule: ExactString
  let count: Int
  let last: Timestamp?
}

extension Vector {
  fileprivate func records() throws -> [EarlierShowings] {
    var records: [EarlierShowings] = []
    if let record = self["displayRecord"] {
      let id = try #require(self["message"]?[name: "id"].map(written), "\(id) has a record and no id")
      records.append(try Self.showings("message:\(id)", record))
    }
    for (name, kind) in [("updateRecords", "update"), ("messageRecords", "message")] {
      records += try (self[name]?.members ?? []).map { try Self.showings("\(kind):\($0.name)", $0.node) }
    }
    return records
  }

  private static func showings(_ rule: String, _ record: JSONNode) throws -> EarlierShowings {
    EarlierShowings(
      rule: ExactString(rule), count: try #require(record[name: "displayCount"]?.integer),
      last: try record[name: "lastDisplayDate"]?.string.map { try HeraldTestSupport.time($0).moment })
  }
}
