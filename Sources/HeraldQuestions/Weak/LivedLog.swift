package import Herald
import HeraldFormats
package import HeraldLog

/// A log that can be lived again under edited documents: what happened to each installation, and how its user answered.
package struct LivedLog: Sendable {
  /// The log's name, such as that of its case.
  package let name: String
  /// The installations.
  let streams: [LivedStream]

  /// - Parameters:
  ///   - name: the log's name.
  ///   - collected: a visitor after a replay of the log.
  package init(_ name: String, _ collected: LivedStreams) {
    self.name = name
    streams = collected.lived
  }
}

/// Collects what happened to the installations of a log.
package struct LivedStreams: ReplayVisitor {
  fileprivate(set) var lived: [LivedStream] = []
  private var open: [ExactString: LivedStream.Happened] = [:]
  /// A document that replaces every fetched one; nil to live under the log's own.
  private let replacement: DocumentShelf?

  /// - Parameter replacement: a document that replaces every fetched one, as the one that goes out next; nil for none.
  package init(replacement: Document? = nil) {
    self.replacement = replacement.map { DocumentShelf(reading: Formats.reading, replacement: $0) }
  }

  package mutating func began(_ source: ExactString, in state: InstallationState) {
    open[source, default: LivedStream.Happened()].beginning = state
  }

  package mutating func visit(_ moment: inout ReplayMoment) {
    var fact = moment.fact
    if let replacement, case .fetchSucceeded(let fetch) = fact.data {
      fact.data = .fetchSucceeded(replacement.replacing(fetch))
    }
    open[moment.source, default: LivedStream.Happened()].add(fact)
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) {
    guard let happened = open.removeValue(forKey: source) else { return }
    lived.append(LivedStream(source, happened))
  }
}

/// The life of one installation, and the decisions when it was lived under its documents.
struct LivedStream: Sendable {
  /// The events of one installation.
  struct Happened: Sendable {
    var beginning: InstallationState?
    private(set) var facts: [Fact] = []
    private(set) var answers = LoggedAnswers()

    mutating func add(_ fact: Fact) {
      if let change = fact.data.screenChange { answers.record(change) }
      facts.append(fact)
    }
  }

  let source: ExactString
  private let happened: Happened
  /// The decisions in their order.
  private var decisions: [Decision] = []
  /// The fetches that brought a policy into force, by the index of the event.
  private var accepted: [Int: ExactString] = [:]
  /// The policies that came into force and can be edited, in the order of their first fetch.
  private(set) var policies: [Policy] = []
  /// The formats of the policies that are edited.
  static let formats: Set<ExactString> = ["herald", "turkcell"]

  init(_ source: ExactString, _ happened: Happened) {
    (self.source, self.happened) = (source, happened)
    var decider = Decider()
    var life = begun(under: nil)
    if let policy = life.state.policy { note(policy) }
    for (index, fact) in happened.facts.enumerated() {
      if let step = life.record(fact, decider: &decider) { decisions.append(step.decision) }
      guard case .fetchSucceeded(let fetch) = fact.data, fetch.status == 200, life.state.refused == nil,
        let policy = life.state.policy, policy.digest == fetch.digest
      else { continue }
      note(policy)
      if Self.formats.contains(policy.format) { accepted[index] = policy.digest }
    }
  }

  private mutating func note(_ policy: Policy) {
    guard Self.formats.contains(policy.format), !policies.contains(where: { $0.digest == policy.digest }) else {
      return
    }
    policies.append(policy.shared)
  }

  private func begun(under edited: EditedDocument?) -> Counterfactual {
    var life = Counterfactual(of: source, answers: happened.answers)
    guard let beginning = happened.beginning else { return life }
    var brought: EventData?
    if let edited, let policy = beginning.policy, policy.digest == edited.original {
      brought = .fetchSucceeded(
        edited.replacing(
          FetchSucceeded(
            trigger: .launch, url: policy.url ?? "", format: policy.format, storeURL: policy.storeURL,
            houseRules: policy.houseRules, digest: policy.digest)))
    }
    life.begin(in: beginning, fetched: brought)
    return life
  }

  /// True if a decision is another one where the edited document takes the place of the original.
  ///
  /// An edit changes neither package nor revision, so a device takes the edited document where it took the original.
  func notices(_ edited: EditedDocument, decider: inout Decider) -> Bool {
    var life = begun(under: edited)
    var next = 0
    for (index, fact) in happened.facts.enumerated() {
      var fact = fact
      if accepted[index] == edited.original, case .fetchSucceeded(let fetch) = fact.data {
        fact.data = .fetchSucceeded(edited.replacing(fetch))
      }
      guard let step = life.record(fact, decider: &decider) else { continue }
      if !step.decision.tellsTheSame(as: decisions[next]) { return true }
      next += 1
    }
    return false
  }
}

/// A document after an edit, which takes the place of the original.
struct EditedDocument {
  /// The digest of the document that it replaces.
  let original: ExactString
  private let document: Document
  private let shelf: DocumentShelf

  init(_ text: String, insteadOf policy: Policy) {
    original = policy.digest
    document = Document(text: text, format: policy.format)
    shelf = DocumentShelf(reading: Formats.reading, replacement: document)
  }

  /// The fetch, with the edited document in place of the original. It is signed as the original was.
  func replacing(_ fetch: FetchSucceeded) -> FetchSucceeded {
    let signature = fetch.receivedSignature
    var edited = shelf.replacing(fetch)
    edited.receivedSignature = signature.map {
      $0.isAssumed ? $0 : ReceivedSignature($0.text, body: document.body, standing: .draft)
    }
    return edited
  }
}

extension Decision {
  /// True if both have the same line but for the installation: the reason, what is shown, and the test that each rule
  /// failed.
  fileprivate func tellsTheSame(as other: Decision) -> Bool {
    guard reason == other.reason, considersTheSame(as: other) else { return false }
    guard let prompt, let others = other.prompt else { return prompt == nil && other.prompt == nil }
    return prompt.line == others.line
  }
}

extension Prompt {
  fileprivate var line: [UInt8] {
    var writer = JSONWriter()
    write(into: &writer)
    return writer.bytes
  }
}
