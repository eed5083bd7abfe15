import Herald

/// The experiments of one installation, until its stream ends.
final class Participant {
  typealias Entry = (place: Int, target: UpdateTarget, entrant: Entrant)
  var entries: [Entry] = []
  /// The experiments that it does not enter, because it may have entered before its first event.
  var leftOut: Set<Int> = []

  /// Notes a moment that is not known yet in the entries that it concerns.
  func note(
    _ moment: WritableKeyPath<Entrant, Timestamp?>, at time: Timestamp, where concerns: (Entry) -> Bool
  ) {
    for index in entries.indices where entries[index].entrant[keyPath: moment] == nil && concerns(entries[index]) {
      entries[index].entrant[keyPath: moment] = time
    }
  }

  func knows(_ place: Int) -> Bool { leftOut.contains(place) || entries.contains { $0.place == place } }
}
