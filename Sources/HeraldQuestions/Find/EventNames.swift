import Herald
import HeraldLog

/// The ids, types and times of some events, which a second pass over the log finds.
///
/// A first pass would have to name each event, because any may turn out to be the last one.
struct EventNames: ReplayVisitor {
  /// Events of one installation.
  struct Wanted {
    let source: ExactString
    let revisions: [Int]
  }

  /// An event's name and its time.
  struct Named {
    let name: Provenance.EventName
    let time: DeviceTime
  }

  private var wanted: [ExactString: [Int]] = [:]
  private var found: [ExactString: [Int: Named]] = [:]

  init(of wanted: [Wanted]) {
    for events in wanted { self.wanted[events.source, default: []] += events.revisions }
  }

  /// Reads the events.
  init(of wanted: [Wanted], in events: LoggedEvents) throws {
    self.init(of: wanted)
    let only = events.only(Set(wanted.map(\.source)))
    try only.replay(inAnyOrder: true, visitor: &self)
  }

  var needsStates: Bool { false }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let source = moment.source
    guard let revisions = wanted[source], revisions.contains(moment.revision) else { return }
    let event = try moment.event().event
    found[source, default: [:]][moment.revision] = Named(name: Provenance.EventName(event), time: event.time)
  }

  /// The name of an event; nil for one that was forgotten.
  subscript(source: ExactString, revision: Int) -> Named? { found[source]?[revision] }
}
