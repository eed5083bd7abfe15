import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// A ledger of four phones that name users and a property of the app's own, and what forgetting tests ask of it.
protocol ForgettingFleet {}

extension ForgettingFleet {
  /// A phone that names a user and an own property in each launch.
  static func phone(_ number: Int, rounds: Int, isNumbered: Bool) -> [String] {
    var phone = Phone(source: "/i/name-of-\(number)", isNumbered: isNumbered)
    let digest = Digest.of(Phone.policy).string
    let document = Phone.policy.replacingOccurrences(of: "\"", with: "\\\"")
    for round in 0..<rounds {
      phone.add(
        "app.launched",
        #"{"properties":{"appPackageName":"a.b","appVersionName":"1.0","seat":"seat-of-\#(number)"},"user":"user-of-\#(number)"}"#
      )
      let body = round == 0 ? #","document":"\#(document)""# : ""
      phone.add(
        "fetch.succeeded",
        #"{"trigger":"launch","url":"https://example.com/p","format":"herald","status":200,"digest":"\#(digest)"\#(body)}"#
      )
      phone.add("prompt.shown", #"{"prompt":"prompt-\#(number)-\#(round)","rule":"update:1","kind":"force"}"#)
      phone.add("button.chosen", #"{"prompt":"prompt-\#(number)-\#(round)","button":"update"}"#)
      phone.add("app.foregrounded")
    }
    return phone.lines
  }

  static var rounds: Int { 4 }
  static func phones(isNumbered: Bool = true) -> [[String]] {
    (1...4).map { phone($0, rounds: rounds, isNumbered: isNumbered) }
  }

  /// The lines of all phones in turn.
  static func mixed(_ phones: [[String]]) -> [String] {
    (0..<(phones.map(\.count).max() ?? 0)).flatMap { index in
      phones.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  /// The time of the first event of a round.
  static func start(ofRound round: Int) -> Timestamp {
    Timestamp(milliseconds: 1_772_438_400_000 + Int64(round * 5 + 1) * 60_000)
  }

  func filled(_ scratch: Scratch, isNumbered: Bool = true) throws -> Ledger {
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(Self.mixed(Self.phones(isNumbered: isNumbered))))
    return ledger
  }

  func forget(_ what: Forgetting, in ledger: Ledger) throws -> ForgettingReport {
    try ledger.forget(what, reason: "a test", reading: Formats.reading)
  }

  /// Everything that is on the disk: the ledger, its log and what else lies beside it.
  func bytes(_ scratch: Scratch) throws -> Data {
    var all = Data()
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) where name != "log.jsonl" {
      all += try Data(contentsOf: scratch.folder.appendingPathComponent(name))
    }
    return all
  }

  func contains(_ text: String, _ scratch: Scratch) throws -> Bool {
    try bytes(scratch).range(of: Data(text.utf8)) != nil
  }

  /// The decisions and states of all streams, the revisions of one installation aside.
  func outcomes(_ scratch: Scratch, without name: String = "no such name") throws -> [Substring] {
    try scratch.outcome().split(separator: "\n").filter { !$0.contains(name) }
  }
}
