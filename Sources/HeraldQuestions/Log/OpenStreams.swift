import Herald

/// A value for each installation whose events are being replayed, found by the installation's number.
///
/// A log goes from one installation to another with each event, and looking a name up takes longer than folding an
/// event. The values are changed in place.
struct OpenStreams<Value> {
  /// The number at which ``places`` begins.
  private var first = 0
  /// The places of values by number; -1 for none. A replay of a part of the log leaves many out.
  private var places: [Int32] = []
  private var values: [Value] = []
  /// The number of each value.
  private var owners: [Int] = []
  /// The numbers of the installations whose values are there.
  private var numbers: [ExactString: Int] = [:]
  /// The values of installations whose number is not known yet.
  private var begun: [ExactString: Value] = [:]

  /// The place of an installation's value until another one ends; nil before its first event.
  ///
  /// - Parameter number: the installation's number in the replay.
  @inline(__always)
  func place(of number: Int) -> Int? {
    let index = number - first
    guard index >= 0, index < places.count, places[index] >= 0 else { return nil }
    return Int(places[index])
  }

  /// A value. It is changed in place; reading a part of it may copy the whole.
  subscript(place: Int) -> Value {
    get { values[place] }
    _modify { yield &values[place] }
  }

  /// Begins an installation that has a beginning in place of forgotten events, before its first event.
  mutating func begin(_ source: ExactString, with value: Value) { begun[source] = value }

  /// Begins an installation with its first event.
  ///
  /// - Parameters:
  ///   - number: the installation's number in the replay.
  ///   - value: makes the value of an installation that was not begun.
  /// - Returns: the value's place.
  mutating func begin(_ source: ExactString, _ number: Int, with value: () -> Value) -> Int {
    let place = values.count
    values.append(begun.removeValue(forKey: source) ?? value())
    owners.append(number)
    if places.isEmpty { first = number }
    if number < first {
      places.insert(contentsOf: repeatElement(-1, count: first - number), at: 0)
      first = number
    }
    while places.count <= number - first { places.append(-1) }
    places[number - first] = Int32(place)
    numbers[source] = number
    return place
  }

  /// Ends an installation; returns its value, nil where it was not begun.
  mutating func end(_ source: ExactString) -> Value? {
    guard let number = numbers.removeValue(forKey: source) else { return begun.removeValue(forKey: source) }
    // The last value takes the place.
    let (place, last) = (Int(places[number - first]), values.count - 1)
    values.swapAt(place, last)
    owners.swapAt(place, last)
    places[owners[place] - first] = Int32(place)
    places[number - first] = -1
    owners.removeLast()
    // The next ones may have far higher numbers.
    if owners.isEmpty { places.removeAll(keepingCapacity: true) }
    return values.removeLast()
  }
}
