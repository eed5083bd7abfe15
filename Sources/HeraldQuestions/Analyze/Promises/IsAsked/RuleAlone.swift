import Herald
import HeraldFormats

/// The most prompts that one rule shows to a device within a length of time, by lives with the rule alone.
///
/// Filters, dates, quiet hours, draws, triggers and other rules only hold prompts back. So what the rule alone shows is
/// a bound in every document that has it. From a first prompt on, asking as soon as time lets the rule through shows
/// the most, because each limit counts from earlier prompts, and an earlier one lets a later one through sooner.
struct RuleAlone {
  /// The first prompts of a life, by their distance from the deadline's date; from its own time without a date.
  struct Beginning: Hashable {
    let first: Int64
    /// The prompt with which the counted time begins; nil where that is the first one.
    let second: Int64?
  }

  /// The most prompts, counted up to the number that is enough.
  let most: Int
  /// A beginning of a life with the most prompts.
  let beginning: Beginning

  private static let mostBeginnings = 2_000
  /// Longer times are not lived through.
  private static let mostTime = 100 * 366 * LengthOfTime.day

  /// - Parameters:
  ///   - rule: an optional update or a message that no change of version and no criticality lifts.
  ///   - length: the length of time, in milliseconds.
  ///   - enough: the number of prompts that is not counted beyond.
  /// - Returns: nil where lives are too many or too long to be lived.
  init?(_ rule: Rule, _ document: Document, within length: Int64, enough: Int) {
    let deadline = rule.pacing.deadline?.onEveryClock(besides: rule.displayPeriod)
    let app = AppAlone(rule, deadline, document)
    guard let beginnings = Self.beginnings(rule, deadline, length) else { return nil }
    var best: (most: Int, beginning: Beginning) = (0, Beginning(first: 0, second: nil))
    for beginning in beginnings {
      guard let count = app.prompts(from: beginning, within: length, enough: enough) else { return nil }
      if count > best.most { best = (count, beginning) }
      if count >= enough { break }
    }
    (most, beginning) = best
  }

  // MARK: Beginnings

  /// Each beginning that may show another number of prompts than the others.
  ///
  /// All limits are multiples of one length. So are the distances from the deadline at which the number changes, and
  /// one moment between two of these stands for the others.
  private static func beginnings(_ rule: Rule, _ deadline: Deadline?, _ length: Int64) -> [Beginning]? {
    let fresh = Beginning(first: 0, second: nil)
    guard let deadline, deadline.at != nil || deadline.afterFirstShown != nil else { return [fresh] }
    guard !deadline.reminders.isEmpty else {
      guard deadline.at != nil else { return [fresh] }
      // Before the date for as long as is asked about, and with the grace that begins at it.
      let early = length.addingReportingOverflow(deadline.grace ?? 0)
      return early.overflow || early.partialValue > mostTime
        ? nil : [Beginning(first: -early.partialValue, second: nil), fresh]
    }
    var lengths = [rule.displayPeriod, length] + rule.allCaps.map(\.period)
    for reminder in deadline.reminders { lengths += [reminder.within, reminder.period] }
    lengths += [deadline.grace, deadline.afterFirstShown].compactMap(\.self)
    guard lengths.allSatisfy({ $0 <= mostTime / 4 }) else { return nil }
    let step = lengths.reduce(0, greatestCommonDivisor)
    let reach = length + (deadline.reminders.map(\.within).max() ?? 0) + step
    guard step > 0, reach / step <= mostBeginnings / 2 else { return nil }
    let distances = (1...reach / step).flatMap { place -> [Int64] in
      let distance = place * step
      return step > 1 ? [distance - step + 1, distance] : [distance]
    }
    // A prompt this long before holds nothing back.
    let far = lengths.reduce(0, +)
    var all: [Beginning] = []
    if deadline.at != nil { all += ([0, far] + distances).map { Beginning(first: -$0, second: nil) } }
    func add(first: Int64, due: Int64, _ distances: [Int64]) {
      all += distances.map { due - $0 }.filter { $0 > first }.map { Beginning(first: first, second: $0) }
    }
    if let age = deadline.afterFirstShown {
      let first = deadline.at == nil ? 0 : -age - far
      all.append(Beginning(first: first, second: nil))
      add(first: first, due: first + age, distances)
    }
    if let grace = deadline.grace {
      add(first: 0, due: min(grace, deadline.afterFirstShown ?? grace), distances)
      add(first: deadline.afterFirstShown.map { -$0 } ?? -far, due: 0, distances.filter { $0 < grace })
    }
    return all.count <= 2 * mostBeginnings ? all : nil
  }

  private static func greatestCommonDivisor(_ first: Int64, _ second: Int64) -> Int64 {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
  }
}

/// An app whose document has one rule, which nothing but its own limits holds back.
private struct AppAlone {
  private let document: Document
  private let policy: Policy
  private let kind: PromptKind

  private static let profile = Profile([(name: .appVersionName, value: "1.0")])
  /// The date of a deadline, or the time of a life without one.
  private static let date = Timestamp(milliseconds: 4_102_444_800_000)
  private static let stepsOfLife = 60
  private static let stepsOfAnswer = 30
  /// The most times that a life waits for one prompt.
  private static let mostWaits = 20

  init(_ rule: Rule, _ deadline: Deadline?, _ document: Document) {
    self.document = document
    kind = rule.kind
    let moved = deadline.flatMap { own in
      Deadline(
        at: own.at.map { _ in WindowDate(Self.date, text: Self.date.description) },
        afterFirstShown: own.afterFirstShown, deferrals: own.deferrals, grace: own.grace, becomes: own.becomes,
        reminders: own.reminders)
    }
    let pacing = RulePacing().with {
      $0.caps = rule.allCaps
      $0.deadline = moved
      $0.countsTarget = rule.pacing.countsTarget
    }
    let alone = Rule(
      id: rule.id, kind: rule.kind, targetVersion: rule.target == nil ? nil : PublishedVersion("2.0"),
      maxDisplayCount: rule.maxDisplayCount, displayPeriod: rule.displayPeriod,
      descriptions: Descriptions(inAllLanguages: PromptTexts(message: "-")), destinations: rule.destinations,
      pacing: pacing)
    policy = Policy(of: document, rules: [alone])
  }

  /// The number of prompts of a life within a length of time from the beginning's last prompt on.
  ///
  /// - Returns: 0 where the beginning is not shown; nil where no work is left, or nothing tells how long to wait.
  func prompts(from beginning: RuleAlone.Beginning, within length: Int64, enough: Int) -> Int? {
    guard AnalysisWork.spend(Self.stepsOfLife) else { return nil }
    var app = ObedientApp(source: "/analyze", at: Self.time(beginning.first))
    app.launch(Self.profile, drawing: nil)
    app.fetch(document, .accepted(policy), .launch)
    if let second = beginning.second {
      guard show(&app) else { return 0 }
      app.wait(until: Self.time(second))
      app.ask(.launch, nil)
    }
    guard let start = app.decision?.question.now.moment.milliseconds, show(&app) else { return 0 }
    var count = 1
    var waits = 0
    while count < enough, waits < Self.mostWaits {
      guard AnalysisWork.spend(Self.stepsOfAnswer) else { return nil }
      app.ask(.launch, nil)
      if show(&app) {
        (count, waits) = (count + 1, 0)
        continue
      }
      guard let decision = app.decision, decision.prompt == nil,
        let next = Explanation(decision.question, in: app.state).until, next.milliseconds - start < length
      else { return count }
      app.wait(until: DeviceTime(moment: next, offsetMinutes: 0))
      waits += 1
    }
    return waits < Self.mostWaits ? count : nil
  }

  /// Shows and answers the prompt that was just decided, if it is still one of the rule's own kind.
  private func show(_ app: inout ObedientApp) -> Bool {
    guard let prompt = app.decision?.prompt, prompt.kind == kind,
      let button = [.update, .open, .dismiss, .later].first(where: prompt.buttons.contains)
    else { return false }
    app.show(prompt, choosing: button)
    return true
  }

  private static func time(_ distance: Int64) -> DeviceTime {
    DeviceTime(moment: Timestamp(milliseconds: date.milliseconds + distance), offsetMinutes: 0)
  }
}

extension Deadline {
  /// The deadline with its date as an instant, which comes last and is reminded of first, on whatever clocks a
  /// traveller's device has.
  ///
  /// - Parameter period: the rule's own period, which a reminder does not lengthen on each of them.
  fileprivate func onEveryClock(besides period: Int64) -> Deadline? {
    guard let at, !at.isInstant else { return self }
    // The clocks of the globe are up to 26 hours apart.
    let apart = 26 * LengthOfTime.hour
    let reminders = reminders.map { reminder in
      Reminder(
        within: reminder.within.addingReportingOverflow(apart).overflow ? .max : reminder.within + apart,
        period: min(reminder.period, period))
    }
    return Deadline(
      at: WindowDate(at.moment(offsetMinutes: 0), text: at.text), afterFirstShown: afterFirstShown,
      deferrals: deferrals, grace: grace, becomes: becomes, reminders: reminders)
  }
}
