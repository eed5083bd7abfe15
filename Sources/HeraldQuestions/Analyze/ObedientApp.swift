public import Herald
import HeraldFormats

/// An app that does what is decided, in memory: it shows only what was just decided, and its clock never goes back.
struct ObedientApp {
  let source: ExactString
  private(set) var events: [Event] = []
  private(set) var state = InstallationState()
  /// The decision behind the last event; nil where it asks for none.
  private(set) var decision: Decision?
  private var time: DeviceTime
  private var decider = Decider()

  init(source: ExactString, at time: DeviceTime) {
    self.source = source
    self.time = time
  }

  /// Moves the clock on; an earlier time is left out.
  mutating func wait(until later: DeviceTime) { if later.moment > time.moment { time = later } }

  /// The same in the zone that the device is in.
  mutating func wait(until moment: Timestamp) {
    wait(until: DeviceTime(moment: moment, offsetMinutes: time.offsetMinutes))
  }

  mutating func launch(_ profile: Profile, drawing draws: Draws?) {
    append(.appLaunched(AppLaunched(profile: profile, draws: draws)))
  }

  /// Fetches the document for the first time.
  mutating func fetch(_ document: Document, _ reading: Reading, _ trigger: Trigger) {
    append(
      .fetchSucceeded(
        FetchSucceeded(
          // A return or an operation fetches nothing, so the document has to arrive before it.
          trigger: FetchTrigger(rawValue: trigger.rawValue) ?? .heartbeat, url: document.url ?? "",
          format: document.format, storeURL: document.storeURL, houseRules: document.houseRules,
          digest: document.digest, document: document.text, reading: reading)))
  }

  /// Asks again at a trigger.
  mutating func ask(_ trigger: Trigger, _ operation: ExactString?) {
    switch trigger {
    case .foreground: append(.appForegrounded(AppForegrounded()))
    case .operation: append(.operationAttempted(OperationAttempted(operation: operation ?? "operation")))
    case .launch, .login, .schedule, .heartbeat, .manual:
      append(
        .fetchSucceeded(
          FetchSucceeded(
            trigger: FetchTrigger(rawValue: trigger.rawValue) ?? .schedule, url: state.policy?.url ?? "",
            format: state.policy?.format ?? "herald", status: 304)))
    }
  }

  /// The next instant at which time alone changes the answer on an occasion; nil where it never does.
  func nextChange(on occasion: Occasion) -> Timestamp? {
    let question = Question(trigger: occasion.trigger, now: time, source: source, operation: occasion.operation)
    return Explanation(question, in: state).until
  }

  /// Shows the prompt that was just decided, and answers it.
  mutating func show(_ prompt: Prompt, choosing button: Button) {
    let id = ExactString("p-\(state.revision + 1)")
    append(.promptShown(PromptShown(of: prompt, id: id)))
    append(.buttonChosen(ButtonChosen(prompt: id, button: ExactString(button.rawValue))))
  }

  private mutating func append(_ data: EventData) {
    let revision = state.revision + 1
    let event = Event(
      id: ExactString("e-\(revision)"), source: source, type: ExactString(data.type?.rawValue ?? ""), time: time,
      revision: revision, data: data)
    state.apply(event.fact)
    events.append(event)
    decision = decider.decide(after: data, at: time, of: source, in: state)
  }
}

extension Document {
  /// The steps of work of a life under the document, which is read again where the log is replayed.
  var stepsOfLife: Int { 200 + text.utf8.count / 16 }

  /// The steps of work of a further question in a life.
  var stepsOfAnswer: Int { 30 }
}

extension Event {
  /// True if the event brings a document as it is known: a format reads both alike, because every byte is the same.
  fileprivate func brings(_ known: Document) -> Bool {
    guard case .fetchSucceeded(let fetch) = data, let text = fetch.document else { return false }
    return fetch.digest == known.digest && ExactString(text) == ExactString(known.text) && fetch.format == known.format
      && fetch.storeURL == known.storeURL && fetch.houseRules == known.houseRules && fetch.url == known.url ?? ""
  }

  /// The event with its document by digest alone.
  fileprivate var withoutDocument: Event {
    guard case .fetchSucceeded(var fetch) = data else { return self }
    fetch.document = nil
    var other = self
    other.data = .fetchSucceeded(fetch)
    return other
  }
}

extension InstallationState {
  /// The decision at a moment on the same device with another app version.
  func decision(withVersion version: String, at question: Question) -> Decision {
    let others = profile.properties.filter { $0.name != .appVersionName }.map { (name: $0.name, value: $0.value) }
    var state = self
    state.apply(
      Fact(
        revision: revision + 1, time: question.now,
        data: .appLaunched(
          AppLaunched(profile: Profile(others + [(.appVersionName, ExactString(version))]), draws: draws))))
    var decider = Decider()
    return decider.decide(question, in: state)
  }
}

/// The log of an obedient app that proves an answer.
public struct AnalyzeWitness: Sendable {
  /// The installation, such as `/analyze/1`.
  public let source: ExactString
  /// The revision of the decision that is meant.
  public let revision: Int
  /// The events, in order.
  public let events: [Event]
  /// The logged devices that are like its device; nil where no log was compared with.
  public internal(set) var like: Likeness?

  init(source: ExactString, revision: Int, events: [Event]) {
    (self.source, self.revision, self.events) = (source, revision, events)
  }

  /// The log as JSON Lines.
  public var log: String { events.map { $0.line + "\n" }.joined() }

  /// The properties of the device.
  package var profile: Profile {
    for event in events { if case .appLaunched(let launch) = event.data { return launch.profile } }
    return .empty
  }

  /// The question of the decision that is meant.
  package var question: Question? {
    events.first { $0.revision == revision }.flatMap { Question($0.data, at: $0.time, of: source) }
  }

  /// The decision that is meant, and the state at it, from the lines alone.
  ///
  /// - Parameter known: a document that was read already, so that the same bytes are not read again for each log.
  /// - Returns: nil where the lines do not lead to a decision.
  package func replayed(
    knowing known: (document: Document, reading: Reading)? = nil
  ) -> (decision: Decision, state: InstallationState)? {
    var (reader, decider, state) = (EventReader(), Decider(), InstallationState())
    for event in events {
      let isKnown = known.map { event.brings($0.document) } ?? false
      // A document that is known goes by its digest, as in a log that had it before.
      guard var read = try? reader.event((isKnown ? event.withoutDocument : event).line, revision: event.revision)
      else { return nil }
      if case .fetchSucceeded(var fetch) = read.data {
        if isKnown, let known {
          (fetch.document, fetch.reading) = (known.document.text, known.reading)
        } else if let text = fetch.document {
          fetch.reading = Formats.reading(
            Document(
              text: text, format: fetch.format, url: fetch.url, storeURL: fetch.storeURL, houseRules: fetch.houseRules))
        }
        read.data = .fetchSucceeded(fetch)
      }
      state.apply(read.fact)
      guard event.revision == revision else { continue }
      return decider.decide(after: read.data, at: read.time, of: read.source, in: state).map { ($0, state) }
    }
    return nil
  }
}
