import Herald
import HeraldTestSupport

@testable import HeraldQuestions

/// A log of phones that live by chance. Some record a button without a prompt, with a cause or without one.
struct PlantedFleet {
  private(set) var text = ""
  /// The features that cause it; none for a log without a cause.
  private(set) var cause: [InstallationFeature] = []
  /// The phones with the cause, and the affected phones.
  private(set) var causing: Set<String> = []
  private(set) var affected: Set<String> = []
  private(set) var phones: [Phone] = []
  private var dice: SplitMix64

  struct Phone {
    let source: String
    let model: String
    let version: String
    let system: String
    let language: String
    let zone: Int
    let document: Int
    let operation: String
    let fails: Bool
    let day: Int
  }

  private static let models = (1...6).map { "M\($0)" }
  private static let versions = ["3.4.0", "3.5.1", "3.6.0", "3.6.2", "4.0.0"]
  private static let zones = [-300, 0, 60, 180, 540]
  static let documents = (1...4).map {
    #"{"packageName":"p","revision":\#($0),"updates":[]}"#
  }

  /// - Parameter hasCause: false for phones that are affected by chance alone.
  init(seed: UInt64, hasCause: Bool = true) {
    dice = SplitMix64(seed: seed)
    let size = dice.int(60...200)
    for number in 0..<size { phones.append(phone(number)) }
    if hasCause { plant() } else { affectSome() }
    for phone in phones { text += lines(of: phone) }
  }

  private mutating func phone(_ number: Int) -> Phone {
    Phone(
      source: "/i/\(number)", model: dice.pick(Self.models), version: dice.pick(Self.versions),
      system: dice.pick(["13", "14", "14.1", "15"]), language: dice.pick(["tr-TR", "de", "en-GB", "en-US", "pl"]),
      zone: dice.pick(Self.zones), document: dice.int(0...3), operation: dice.pick(["pay", "send", "scan"]),
      fails: dice.chance(30), day: dice.int(0...40))
  }

  /// Affects most of those who share a feature, or two, and at most one of the others.
  private mutating func plant() {
    repeat {
      let one = dice.pick(phones)
      let kinds = dice.chance(25) ? [0, 1] : [dice.int(0...5)]
      cause = kinds.map { Self.feature($0, of: one) }
      let shared = phones.filter { other in
        kinds.allSatisfy { Self.feature($0, of: other) == Self.feature($0, of: one) }
      }
      causing = Set(shared.map(\.source))
    } while causing.count < 6 || causing.count > phones.count / 2
    for source in causing.sorted() where dice.chance(95) { affected.insert(source) }
    if dice.chance(50) { affected.insert(dice.pick(phones).source) }
  }

  private static func feature(_ kind: Int, of phone: Phone) -> InstallationFeature {
    switch kind {
    case 0: .property(.deviceModel, ExactString(phone.model))
    case 1: .property(.appVersionName, ExactString(phone.version))
    case 2: .zone(phone.zone)
    case 3: .accepted(Digest.of(documents[phone.document]))
    case 4: .operation(ExactString(phone.operation))
    default: .property(.deviceOsVersion, ExactString(phone.system))
    }
  }

  private mutating func affectSome() {
    let share = dice.int(5...40)
    for phone in phones where dice.chance(share) { affected.insert(phone.source) }
  }

  private mutating func lines(of phone: Phone) -> String {
    var (text, revision, minute) = ("", 0, phone.day * 1440)
    func add(_ type: String, _ data: String) {
      revision += 1
      minute += 7
      let time = DeviceTime(
        moment: Timestamp(milliseconds: 1_772_409_600_000 + Int64(minute) * 60_000), offsetMinutes: phone.zone)
      text +=
        #"{"specversion":"1.0","id":"\#(revision)","source":"\#(phone.source)","type":"\#(type)","time":"\#(time)","revision":\#(revision),"data":{\#(data)}}"#
        + "\n"
    }
    func launch(_ version: String) {
      add(
        "app.launched",
        #""properties":{"appPackageName":"p","appVersionName":"\#(version)","deviceModel":"\#(phone.model)","deviceOsVersion":"\#(phone.system)","deviceLanguage":"\#(phone.language)"}"#
      )
    }
    launch(phone.version)
    let document = Self.documents[phone.document]
    var written = JSONWriter()
    written.string(document)
    add(
      "fetch.succeeded",
      #""trigger":"launch","url":"https://example.com","format":"herald","status":200,"digest":"\#(Digest.of(document))","document":\#(written.string)"#
    )
    if phone.fails { add("fetch.failed", #""trigger":"schedule","url":"https://example.com","reason":"offline""#) }
    add("operation.attempted", #""operation":"\#(phone.operation)""#)
    if affected.contains(phone.source) { add("button.chosen", #""prompt":"none","button":"later""#) }
    // Later events are not the cause: half of the phones update, the affected ones more often.
    if dice.chance(affected.contains(phone.source) ? 80 : 40) { launch("5.0.0") }
    add("app.foregrounded", "")
    return text
  }
}
