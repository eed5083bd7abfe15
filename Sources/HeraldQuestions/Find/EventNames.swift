import Herald
import HeraldLog

/// The ids, types and times of some events of a ledger, whose facts have no ids.
///
/// They are looked up after the replay: until then any event may turn out to be the last of its installation.
struct EventNames: ReplayVisitor {
  /// Events of one installation.
  struct Wanted {
    let source: ExactString
    let revisions: [Int]
  }

  /// An event's name and its time.
  struct Named {
    let revision: Int
    let id: ExactString
    let type: ExactString
    let time: DeviceTime
  }

  private var wanted: [ExactString: [Int]] = [:]
  private var found: [ExactString: [Int: Named]] = [:]

  init(of wanted: [Wanted]) {
    for events in wanted { self.wanted[events.source, default: []] += events.revisions }
  }

  /// Looks the events up; reads them all again where they cannot be looked up.
  init(of wanted: [Wanted], in events: LoggedEvents) throws {
    self.init(of: wanted)
    if wanted.isEmpty { return }
    let isDone = try events.ledger?.envelopes(of: wanted.map { ($0.source, $0.revisions) }) { source, event in
      found[source, default: [:]][event.revision] = Named(event)
    }
    if isDone == true { return }
    let events = try events.again()
    let only = events.only(Set(wanted.map(\.source)))
    try only.replay(inAnyOrder: true, visitor: &self)
  }

  var needsStates: Bool { false }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let source = moment.source
    guard let revisions = wanted[source], revisions.contains(moment.revision) else { return }
    let event = try moment.event().event
    found[source, default: [:]][moment.revision] = Named(event)
  }

  /// The name of an event; nil for one that was forgotten.
  subscript(event: FindFold.Held.Event, of source: ExactString) -> Named? {
    event.named ?? found[source]?[event.revision]
  }
}

extension EventNames.Named {
  fileprivate init(_ event: Event) {
    self.init(revision: event.revision, id: event.id, type: event.type, time: event.time)
  }
}
