import Herald
import HeraldLog

/// Reports the installations for which a condition holds: a line each, the groups that they form, and the figures.
struct FindReport {
  private let question: FindQuestion
  /// The log's name, quoted for a shell; nil for standard input, which cannot be read again.
  private let log: String?
  private let sink: AnswerSink

  /// The properties of an installation's line, by their names in JSON.
  static let properties: [(name: StaticString, label: String, property: ExactString)] = [
    ("appVersionName", "app", .appVersionName), ("deviceModel", "model", .deviceModel),
    ("deviceOsName", "system", .deviceOsName), ("deviceOsVersion", "system version", .deviceOsVersion),
    ("deviceLanguage", "language", .deviceLanguage),
  ]

  init(_ question: FindQuestion, of log: LogName, _ sink: AnswerSink) {
    self.question = question
    self.log = log.isReadable ? log.quoted : nil
    self.sink = sink
  }

  func send(_ found: FindFold, _ told: [FindFold.Held], _ names: EventNames) throws {
    try sink.send(json: [], words: headline(found))
    for held in told { try sink.send(json: json(held, names), words: words(held, names)) }
    try sink.send(json: summary(found, told.count), words: ending(found, told.count))
  }
}

/// The answer as JSON.
extension FindReport {
  private func json(_ held: FindFold.Held, _ names: EventNames) -> [UInt8] {
    var output = JSONWriter()
    output.line { output in
      output.member("source", held.source)
      output.member("user", held.moment.user)
      output.member("users", held.users) { $0.string($1) }
      for (name, _, property) in Self.properties { output.member(name, held.moment.profile[property]) }
      output.member("last") { write(held.last, names[held.last, of: held.source], into: &$0) }
      output.member("values", held.moment.values) { output, value in
        output.object {
          $0.member("field", value.path.description)
          $0.member("value") { value.value.write(into: &$0) }
        }
      }
      guard let ever = held.ever else { return }
      output.member("first") { write(names[ever.first, of: held.source], into: &$0) }
      output.member("lastHeld") { write(names[ever.last, of: held.source], into: &$0) }
      output.member("beginnings", ever.beginnings)
      output.member("holdsAtEnd", ever.holds)
    }
    return output.bytes
  }

  private func write(
    _ last: FindFold.Held.Event, _ named: EventNames.Named?, into output: inout JSONWriter
  ) {
    if let named { return write(named, into: &output) }
    // The event was forgotten, and the state after it was kept.
    output.object {
      $0.member("revision", last.head)
      $0.member("id") { $0.null() }
      $0.member("type") { $0.null() }
      $0.member("time", last.time.moment)
    }
  }

  private func write(_ named: EventNames.Named?, into output: inout JSONWriter) {
    guard let named else { return output.null() }
    output.object {
      $0.event(revision: named.revision, id: named.id, type: named.type)
      $0.member("time", named.time.moment)
    }
  }

  private func summary(_ found: FindFold, _ told: Int) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("summary") {
        $0.object {
          $0.member("installations", found.installations)
          $0.member("held", found.held.count)
          if question.moment == .ever { $0.member("holdAtEnd", found.heldAtEnd) }
          $0.member("told", told)
          found.remarks.write(into: &$0)
        }
      }
    }
    return output.bytes
  }
}

/// The answer in words.
extension FindReport {
  private var style: Style { sink.style }

  private func headline(_ found: FindFold) -> String {
    let all = found.installations.of("installation", "installations")
    let moment =
      switch question.moment {
      case .end: "at the end of the log"
      case .time(let time): "at \(time)"
      case .ever: "at some time, \(found.heldAtEnd.grouped) at the end"
      }
    return style.bold("\(found.held.count.grouped) of \(all)") + " \(moment)\n\n"
  }

  private func words(_ held: FindFold.Held, _ names: EventNames) -> String {
    let profile = held.moment.profile
    var about = [held.moment.user.map { "user \($0.string.shown)" } ?? "no user"]
    let others = held.users.filter { $0 != held.moment.user }
    if !others.isEmpty { about.append("also \(others.map(\.string.shown).joined(separator: ", "))") }
    if let version = profile[.appVersionName] { about.append("app \(version.string.shown)") }
    if let model = profile[.deviceModel] { about.append(model.string.shown) }
    let system = [profile[.deviceOsName], profile[.deviceOsVersion]].compactMap { $0?.string.shown }
    if !system.isEmpty { about.append(system.joined(separator: " ")) }
    if let language = profile[.deviceLanguage] { about.append(language.string.shown) }
    var lines = [style.bold(held.source.string.shown), "  " + about.joined(separator: " · ")]
    if let ever = held.ever {
      lines.append(line("first", names[ever.first, of: held.source]))
      if ever.last.revision != ever.first.revision {
        lines.append(line("last held", names[ever.last, of: held.source]))
      }
      let times = ever.beginnings == 1 ? "" : ", having begun \(ever.beginnings.grouped) times"
      lines.append("  \("at the end".padded(to: 12))\(ever.holds ? "it holds" : "it does not hold")\(times)")
    }
    lines.append(
      names[held.last, of: held.source].map { line("last event", $0) }
        ?? "  \("last event".padded(to: 12))revision \(held.last.head), forgotten")
    for (path, value) in held.moment.values {
      lines.append("  \(path.description.shown)  \(style.bold((value.words ?? "—").shown))")
    }
    return lines.map { $0 + "\n" }.joined() + "\n"
  }

  private func line(_ label: String, _ named: EventNames.Named?) -> String {
    let label = "  " + label.padded(to: 12)
    guard let named else { return label + "—" }
    let time = named.time.isMissing ? "" : ", \(named.time.words)"
    return "\(label)revision \(named.revision)\(time), \(named.type.string.shown) "
      + style.dim(named.id.string.shown)
  }

  private func ending(_ found: FindFold, _ told: Int) -> String {
    var text = ""
    let left = found.held.count - told
    if left > 0 {
      text +=
        "and \(left.of("more installation", "more installations")): --limit \(found.held.count), or --format json\n\n"
    }
    if found.held.count > 1 { text += groups(found.held) }
    if !found.held.isEmpty, found.held.count < found.installations, let log, let written = question.written {
      let ever = question.moment == .ever ? " --ever" : ""
      if question.user == nil, question.moment == .end || question.moment == .ever {
        text += style.dim("what do these share: herald diff \(log) --where \(written.shellQuoted)\(ever)") + "\n"
      }
    }
    return found.held.isEmpty ? "It holds for none.\n" : text
  }

  /// The installations by version, model, system and language.
  private func groups(_ held: [FindFold.Held]) -> String {
    let lines = FindGroups(held.map(\.moment.profile)).lines
    return style.bold("By") + "\n" + lines.map { "  \($0.padded(to: 16))\($1)\n" }.joined() + "\n"
  }
}

/// Installations counted by version, model, system and language.
struct FindGroups {
  /// The most values of a property that are counted in words.
  private static let mostValues = 5

  /// A name of a property, and how many installations have each of its values, the most frequent first.
  let lines: [(label: String, words: String)]

  init(_ profiles: [Profile]) {
    lines = FindReport.properties.map { _, label, property in
      var counts: [ExactString?: Int] = [:]
      for profile in profiles { counts[profile[property], default: 0] += 1 }
      let sorted = counts.sorted { left, right in
        left.value == right.value ? (left.key ?? "") < (right.key ?? "") : left.value > right.value
      }
      var parts = sorted.prefix(Self.mostValues).map { value, count in
        "\(value.map { $0.isEmpty ? "“”" : $0.string.shown } ?? "none") \(count.grouped)"
      }
      if sorted.count > Self.mostValues { parts.append("\((sorted.count - Self.mostValues).grouped) others") }
      return (label, parts.joined(separator: ", "))
    }
  }
}

extension FindFold {
  /// The installations for which the condition holds at the end.
  var heldAtEnd: Int { held.count { $0.ever?.holds ?? true } }
}
