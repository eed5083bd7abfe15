import Herald
import HeraldLog
import HeraldQuestions

/// The page of one installation: its timeline, its states, its prompts with their reasons, its documents.
struct DevicePage {
  let life: DeviceLife
  /// The log, or the logs, as commands take them; nil for a pipe, which cannot be read again.
  let log: LogName?
  /// The file of the fleet's page beside this one; nil for a page that stands alone.
  var fleet: String?
  /// Sentences about the log that come first.
  var remarks: [String] = []
  /// The server's additions to the page; nil for a page without a server.
  var served: ServedDevice?

  func html() throws -> String {
    var data = DeviceData(life)
    let frame = PageFrame(
      title: "\(life.source.string.shown) · Herald",
      styles: [PackageResources.base_css, PackageResources.device_css, PackageResources.timeline_css],
      scripts: served == nil ? Self.scripts : Self.scripts.prefix(1) + [PageScript.viewer] + Self.scripts.dropFirst(),
      data: try data.json(), allowed: served == nil ? [] : ["form-action 'self'"],
      referrer: served == nil ? "no-referrer" : "same-origin")
    return try frame.html(try PageTemplate.device.render(values))
  }

  /// The scripts, in the order in which they use each other.
  static var scripts: [[UInt8]] {
    [
      PackageResources.elements_js, PackageResources.times_js, PackageResources.states_js, PackageResources.why_js,
      PackageResources.documents_js, PackageResources.moment_js, PackageResources.list_js, PackageResources.search_js,
      PackageResources.timeline_js, PackageResources.prompts_js, PackageResources.strip_js,
      PackageResources.compare_js, PackageResources.printing_js, PackageResources.device_js,
    ]
  }

  private var values: [String: Any] {
    let summary = DeviceSummary(life)
    let command = ShellWord(life.source.string).text.flatMap { source in
      log.flatMap { ShellWord($0).text }.map { "herald why \($0) --source \(source) --revision" }
    }
    return [
      "source": life.source.string,
      "summary": summary.sentences,
      "facts": summary.facts.map {
        ["name": $0.name, "value": $0.value, "time": $0.time.map { "\($0)" } ?? "", "hasTime": $0.time != nil]
          as [String: Any]
      },
      "tiles": summary.tiles.map {
        ["name": $0.name, "value": $0.value.grouped, "class": $0.style, "mark": $0.mark, "hasMark": !$0.mark.isEmpty]
      },
      "leftOut": remarks + summary.leftOut, "hasLeftOut": !(remarks + summary.leftOut).isEmpty,
      "essentials": DeviceEssentials(life: life, answers: served?.answers).values, "isServed": served != nil,
      "command": command ?? "", "answers": served?.answers ?? "", "head": served?.menu.head ?? [:],
      "served": served.map(\.values) ?? [:],
      "fleet": fleet ?? "", "hasFleet": fleet != nil,
      "first": life.moments.first?.event.revision ?? 0, "last": life.moments.last?.event.revision ?? 0,
    ]
  }
}

/// The head of a device's page: the device, its app and user, and what happened in a sentence or two.
struct DeviceSummary {
  private let life: DeviceLife
  private let state: InstallationState
  private let verdicts: [AuditVerdict: Int]

  init(_ life: DeviceLife) {
    self.life = life
    state = life.state
    verdicts = life.judged.reduce(into: [:]) { $0[$1.verdict, default: 0] += 1 }
  }

  private func count(_ verdict: AuditVerdict) -> Int { verdicts[verdict] ?? 0 }

  var sentences: String {
    let shown = life.judged.count { $0.showing != nil }
    guard let first = life.first, let last = life.last else { return "Nothing happened on this installation." }
    let days = max(0, (last.moment.milliseconds - first.moment.milliseconds) / 86_400_000)
    let span = days == 0 ? "Within a day" : "In \(Int(days).of("day"))"
    let prompts = shown == 0 ? "no prompt was shown" : "\(shown.of("prompt was", "prompts were")) shown"
    let version = state.incomparableVersion.map { " Its app version \($0.words)." } ?? ""
    let clock =
      ClockMiddle.isImpossible(last.moment) ? " Its clock stands in the year \(last.description.prefix(4))." : ""
    return "\(span), \(prompts)\(judgement(of: shown)). \(ending)\(version)\(clock)"
  }

  private func judgement(of shown: Int) -> String {
    var parts: [String] = []
    let (wrong, missed, unknown) = (count(.unjustified), count(.missed), count(.unknown))
    if shown > 0 {
      if wrong == 0, unknown > 0 {
        parts.append(shown == 1 ? "not known to be wrong" : "none of them known to be wrong")
      } else if wrong == 0 {
        parts.append(shown == 1 ? "as the policy says" : "all as the policy says")
      } else {
        parts.append(shown == 1 ? "not as the policy says" : "\(wrong.grouped) of them not as the policy says")
      }
    }
    if missed > 0 {
      parts.append(shown > 0 ? "\(missed.grouped) more should have been" : "though \(missed.grouped) should have been")
    }
    if unknown > 0 {
      let missing = life.judged.last { $0.verdict == .unknown }?.missing.words ?? ""
      parts.append("\(unknown.of("disagreement")) cannot be judged: \(missing)")
    }
    return parts.isEmpty ? "" : ", " + parts.joined(separator: ", and ")
  }

  private var ending: String {
    if let visible = state.visible {
      return "At the end \(visible.rule) (\(visible.kind.rawValue)) is on the screen."
    }
    let answered = state.records.entries.compactMap { entry in
      entry.record.lastButton.map { (rule: entry.rule, button: $0, at: entry.record.lastButtonAt) }
    }
    if let last = answered.max(by: { ($0.at ?? Timestamp.range.lowerBound) < ($1.at ?? Timestamp.range.lowerBound) }) {
      return ButtonChosen.isAnswer(last.button)
        ? "The last answer was “\(last.button)”, to \(last.rule)."
        : "The last prompt, \(last.rule), vanished without an answer."
    }
    if state.policy == nil { return "No policy was ever accepted." }
    return "No prompt is open at the end."
  }

  struct Fact {
    let name: String
    let value: String
    /// The time that the value shows; nil for any other value.
    var time: DeviceTime?
  }

  var facts: [Fact] {
    func words(_ names: ExactString...) -> String? {
      let values = names.compactMap { state[$0]?.string }
      return values.isEmpty ? nil : values.joined(separator: " ")
    }
    let code = state[.appVersionCode].map { " (\($0))" } ?? ""
    let all: [(String, String?)] = [
      ("App", words(.appPackageName, .appVersionName).map { $0 + code }),
      ("System", words(.deviceOsName, .deviceOsVersion)),
      ("Device", words(.deviceModel)), ("Language", words(.deviceLanguage)), ("User", state.user?.string),
      ("Policy in force", policy),
      ("Signature", state.signatureWords),
      ("Prompts without an answer", unanswered),
      ("Refused document", state.refused.map { "\($0.digest.shortDigest): \($0.reason.words)" }),
    ]
    let times = [("First event", life.first), ("Last event", life.last)].compactMap { name, time in
      time.map { Fact(name: name, value: $0.minuteAndUTC, time: $0) }
    }
    return all.compactMap { name, value in value.map { Fact(name: name, value: $0) } } + times
  }

  /// How many of the prompts got no answer; nil where each did.
  private var unanswered: String? {
    let (shown, unanswered) = life.showings.unanswered
    return unanswered > 0 ? "\(unanswered.grouped) of \(shown.grouped)" : nil
  }

  private var policy: String {
    guard let policy = state.policy else { return "none" }
    return "\(policy.format) \(policy.digest.shortDigest)" + (policy.revision.map { ", policy revision \($0)" } ?? "")
  }

  struct Tile {
    let name: String
    let value: Int
    /// A sign beside the number, because colour alone must not carry the meaning.
    let mark: String
    let style: String
  }

  var tiles: [Tile] {
    [
      Tile(name: "events", value: life.eventCount, mark: "", style: "plain"),
      tile(.justified), tile(.unjustified), tile(.missed),
    ] + (count(.unknown) > 0 ? [tile(.unknown)] : [])
  }

  private func tile(_ verdict: AuditVerdict) -> Tile {
    let isPlain = count(verdict) == 0 && verdict != .justified
    return Tile(
      name: verdict == .missed
        ? verdict.words : "prompts \(verdict == .unknown ? "that " : "")\(verdict.words)", value: count(verdict),
      mark: verdict.sign,
      style: isPlain ? "none" : verdict.rawValue)
  }

  /// A sentence for each kind of data that the page leaves out.
  var leftOut: [String] {
    var sentences: [String] = []
    let events = life.eventCount - life.moments.count
    if events > 0 {
      sentences.append(
        "This page has the last \(life.moments.count.grouped) events; \(events.grouped) before them are left out. --until shows an earlier part."
      )
    }
    let without = life.moments.count {
      $0.decision.map { life.explanations.byRevision[$0.revision] == nil } ?? false
    }
    if without > 0 {
      sentences.append(
        "\(without.grouped) decisions equal to the one before are shown without details; herald why explains each."
      )
    }
    return sentences
  }
}

extension DeviceTime {
  /// The device's clock to the minute, such as `2026-03-02 09:00 +01:00`.
  package var minute: String {
    let clock = Timestamp(milliseconds: wallClock).description
    let zone = offsetMinutes == 0 ? "UTC" : String(description.suffix(6))
    return "\(clock.prefix(10)) \(clock.dropFirst(11).prefix(5)) \(zone)"
  }

  /// The device's clock to the minute, with UTC beside it: `2026-03-02 09:00 +01:00 (08:00 UTC)`.
  fileprivate var minuteAndUTC: String {
    guard offsetMinutes != 0 else { return minute }
    let utc = DeviceTime(moment: moment, offsetMinutes: 0).minute
    return utc.prefix(10) == minute.prefix(10) ? "\(minute) (\(utc.dropFirst(11)))" : "\(minute) (\(utc))"
  }
}

extension InstallationState {
  /// The keys that signed the policy in force, and the end of the signature; nil without a policy, and for an app that
  /// trusts no keys.
  fileprivate var signatureWords: String? {
    guard trust != nil, let policy else { return nil }
    guard let signature = policy.signature else { return "none" }
    return "by \(signature.keys.map(\.shortText).joined(separator: ", "))"
      + (signature.promises.expires.map { ", until \($0)" } ?? "") + (signature.isRenewed ? ", renewed" : "")
  }
}

/// The part of a device's page that needs no script: the last prompts and the last events.
struct DeviceEssentials {
  /// The most prompts, and the most events.
  static let limit = 50

  let life: DeviceLife
  /// The address of the answers about one moment, with `{revision}` in it; nil for a page without a server.
  var answers: String?

  var values: [[String: Any]] {
    [
      list("The last prompts", life.judgedHere.suffix(Self.limit).reversed().map(values)),
      list("The last events", life.moments.suffix(Self.limit).reversed().map(values)),
    ]
  }

  private func list(_ title: String, _ rows: [[String: Any]]) -> [String: Any] {
    ["title": title, "rows": rows, "isEmpty": rows.isEmpty]
  }

  private func values(_ prompt: JudgedPrompt) -> [String: Any] {
    row(prompt.time, prompt.revision, "\(prompt.verdict.sign) \(prompt.words).")
  }

  private func values(_ moment: DeviceLife.Moment) -> [String: Any] {
    var words = moment.words.detail.isEmpty ? moment.words.title : "\(moment.words.title) \(moment.words.detail)"
    if let decision = moment.decision { words += " → \(Self.words(decision))" }
    if let step = life.clock.steps.first(where: { $0.revision == moment.event.revision }) {
      words += " · The clock was set back: \(step.aheadWords)"
    }
    // Where scripts are off, a link to an event leads to its row.
    return row(moment.event.time, moment.event.revision, words).merging(["hasAnchor": true]) { $1 }
  }

  private static func words(_ decision: DeviceLife.Decided) -> String {
    decision.prompt.map { "shows \($0.rule) (\($0.kind.rawValue))" } ?? "nothing: \(decision.silence)"
  }

  private func row(_ time: DeviceTime, _ revision: Int, _ words: String) -> [String: Any] {
    [
      "time": time.isMissing ? "no time" : time.minute, "exact": "\(time)", "hasTime": !time.isMissing,
      "revision": revision.grouped, "words": words, "number": "\(revision)", "hasAnchor": false,
      "address": answers?.replacing("{revision}", with: "\(revision)") ?? "", "hasAddress": answers != nil,
    ]
  }
}
