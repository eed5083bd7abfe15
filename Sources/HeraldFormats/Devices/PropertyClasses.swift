package import Herald

/// The classes of the values of one property: two values are in one class where every condition says the same of both.
///
/// Each class is a regular language of the normalized text. The machines of all conditions are walked together, breadth
/// first, so that the classes are disjoint, cover every value, and each has a shortest value.
package struct PropertyClasses: Sendable {
  /// Values on which every condition says the same.
  package struct Class: Sendable {
    /// For each condition, in their order: true if it is met.
    package let met: [Bool]
    /// A value of the class: a usual one where there is one, else a shortest one.
    package fileprivate(set) var value: PropertyValue
    /// The place of the value among usual ones; `Int.max` for a value that nobody is known to have.
    package fileprivate(set) var rank: Int
  }

  /// The property's name.
  package let property: ExactString
  /// The classes, the likeliest first.
  package let classes: [Class]
  /// The reason why there may be further classes, as a clause; nil if there are none.
  package let limit: String?
  /// The indices of the classes of the values that were tried first; an empty text stands for an absent property.
  private let known: [ExactString: Int]

  /// The most states of all machines together that are walked.
  package static let mostStates = 20_000

  /// Finds the classes.
  ///
  /// - Parameters:
  ///   - conditions: conditions on the property.
  ///   - usual: values that devices have, the likeliest first; a text that is empty stands for an absent property.
  package init(of property: ExactString, for conditions: [ValueCondition], usual: [String]) {
    self.property = property
    var found = FoundClasses(conditions)
    for (rank, text) in (usual + conditions.flatMap(\.named) + conditions.flatMap(\.bounds) + [""]).enumerated() {
      found.add(text, rank: rank)
    }
    if let texts = ComparedTexts.all(of: conditions) {
      for text in texts { found.add(text, rank: .max) }
      limit = AnalysisWork.limit
    } else {
      let readsRawText = conditions.contains(where: \.readsRawText)
      var texts: [String] = []
      let walked = Self.walk(conditions, on: property) { text in
        found.add(text, rank: .max)
        if readsRawText { texts.append(text) }
      }
      // Last, because a value without white space is likelier.
      if readsRawText { for text in texts + conditions.flatMap(\.named) { found.add(" " + text, rank: .max) } }
      limit = walked ?? AnalysisWork.limit
    }
    classes = found.classes.sorted { $0.rank < $1.rank }
    let places = Dictionary(uniqueKeysWithValues: classes.enumerated().map { ($1.met, $0) })
    known = found.usual.compactMapValues { places[$0] }
  }

  /// The index of the class of a usual value, or of a value that a condition names; nil for another value.
  package func index(ofUsual raw: ExactString?) -> Int? {
    // A value that is empty is not the same as none.
    raw?.string.isEmpty == true ? nil : known[raw ?? ""]
  }

  /// Calls a closure with a value of each class, and of each state that leads to one.
  ///
  /// - Returns: the reason why there may be further classes, as a clause; nil if there are none.
  static func walk(
    _ conditions: [ValueCondition], on property: ExactString, _ visit: (String) -> Void
  ) -> String? {
    var machines: [String: any TextMachine] = [:]
    var limit: String?
    for condition in conditions {
      guard let own = condition.machines else {
        limit = "a filter on `\(property)` is of a form whose values cannot be counted"
        continue
      }
      for machine in own { machines[machine.name] = machine }
    }
    let walked = ProductWalk(machines.sorted { $0.key < $1.key }.map(\.value)).texts(atMost: Self.mostStates) {
      visit($0)
    }
    if walked { return limit }
    return AnalysisWork.limit ?? "the filters on `\(property)` have more than \(Self.mostStates.grouped) combinations"
  }

  /// The index of the class of a value; nil for a value of a class that was not found.
  package func index(of value: PropertyValue, for conditions: [ValueCondition]) -> Int? {
    let met = conditions.map { $0.isMet(by: value) }
    return classes.firstIndex { $0.met == met }
  }
}

/// The classes that were found so far.
private struct FoundClasses {
  private let conditions: [ValueCondition]
  /// Number of conditions that read a value as a language.
  private let languages: Int
  private var seen: Set<String> = []
  private var places: [[Bool]: Int] = [:]
  private(set) var classes: [PropertyClasses.Class] = []
  /// What every condition says of a usual value.
  private(set) var usual: [ExactString: [Bool]] = [:]

  init(_ conditions: [ValueCondition]) {
    self.conditions = conditions
    languages = conditions.count(where: \.readsLanguage)
  }

  /// The conditions that are asked of a value in a step of work.
  private static let conditionsOfStep = 8
  /// The bytes of a value that are put together, normalized, or read as a language in a step of work.
  private static let bytesOfStep = 16

  /// Adds the class of a value, unless no work is left.
  mutating func add(_ text: String, rank: Int) {
    guard seen.insert(text).inserted else { return }
    let reading = languages + (1 + languages) * (text.utf8.count / Self.bytesOfStep)
    guard AnalysisWork.spend(1 + conditions.count / Self.conditionsOfStep + reading) else { return }
    let value = PropertyValue(text.isEmpty ? nil : ExactString(text))
    let met = conditions.map { $0.isMet(by: value) }
    if rank != .max { usual[ExactString(text)] = met }
    guard places[met] == nil else { return }
    places[met] = classes.count
    classes.append(PropertyClasses.Class(met: met, value: value, rank: rank))
  }
}

/// All states that several machines can be in together, each with a shortest text that leads there.
private struct ProductWalk {
  private let machines: [any NumberedMachine]
  /// The moves of single machines that are a step of work.
  private static let movesOfStep = 32
  private let alphabet: [Unicode.Scalar]
  /// The moves of single machines that a scalar takes, where a machine in many places at once counts for more. To look
  /// up the states of all together is counted as some more moves.
  private let weight: Int
  private static let lookUp = 3

  init(_ machines: [any TextMachine]) {
    weight = machines.reduce(Self.lookUp) { $0 + $1.weight }
    var alphabet = machines.reduce(into: Set<Unicode.Scalar>()) { $0.formUnion($1.scalars) }
    // One letter, one digit and one sign stand for all that no machine tells apart.
    for others in ["xqzjvkwyabcdefghilmnoprstu", "9876543210", "~=;:|&%$"] {
      let free = { (scalar: Unicode.Scalar) in !alphabet.contains(scalar) }
      // A document may name them all; then a letter of another script stands for the rest.
      if let other = others.unicodeScalars.first(where: free) ?? Self.further.first(where: free) {
        alphabet.insert(other)
      }
    }
    let scalars = alphabet.sorted { $0.value < $1.value }
    self.alphabet = scalars
    self.machines = machines.map { Self.numbered($0, scalars) }
  }

  /// Letters that stay as they are where a value is normalized.
  private static let further = (0xA1...0x4FF).compactMap(Unicode.Scalar.init).filter { scalar in
    scalar.properties.isAlphabetic && String(scalar).normalized == String(scalar)
  }

  private static func numbered(_ machine: some TextMachine, _ alphabet: [Unicode.Scalar]) -> any NumberedMachine {
    NumberedStates(machine, alphabet)
  }

  /// Calls a closure with a text for each state, the shortest first.
  ///
  /// - Returns: false where there are more states than the limit, or than there is work left for.
  func texts(atMost limit: Int, _ visit: (String) -> Void) -> Bool {
    var seen: Set<[Int]> = []
    var reached: [(states: [Int], parent: Int, symbol: Int)] = []
    let start = machines.map(\.start)
    seen.insert(start)
    reached.append((start, -1, 0))
    visit("")
    var index = 0
    while index < reached.count {
      guard AnalysisWork.spend(1 + alphabet.count * weight / Self.movesOfStep) else { return false }
      for symbol in alphabet.indices {
        let next = zip(machines, reached[index].states).map { $0.next($1, symbol) }
        guard seen.insert(next).inserted else { continue }
        if reached.count >= limit { return false }
        reached.append((next, index, symbol))
        visit(text(reached, reached.count - 1))
      }
      index += 1
    }
    return true
  }

  private func text(_ reached: [(states: [Int], parent: Int, symbol: Int)], _ index: Int) -> String {
    var scalars: [Unicode.Scalar] = []
    var index = index
    while reached[index].parent >= 0 {
      scalars.append(alphabet[reached[index].symbol])
      index = reached[index].parent
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
  }
}

/// A machine whose states are numbers.
private protocol NumberedMachine: AnyObject {
  var start: Int { get }
  func next(_ state: Int, _ symbol: Int) -> Int
}

/// Numbers the states of a machine as they are reached, and keeps each step.
private final class NumberedStates<Machine: TextMachine>: NumberedMachine {
  private let machine: Machine
  private let alphabet: [Unicode.Scalar]
  private var numbers: [Machine.State: Int] = [:]
  private var states: [Machine.State] = []
  private var steps: [[Int]] = []
  let start = 0

  init(_ machine: Machine, _ alphabet: [Unicode.Scalar]) {
    (self.machine, self.alphabet) = (machine, alphabet)
    _ = number(of: machine.start)
  }

  func next(_ state: Int, _ symbol: Int) -> Int {
    let known = steps[state][symbol]
    if known >= 0 { return known }
    let next = number(of: machine.next(states[state], alphabet[symbol]))
    steps[state][symbol] = next
    return next
  }

  private func number(of state: Machine.State) -> Int {
    if let known = numbers[state] { return known }
    numbers[state] = states.count
    states.append(state)
    steps.append([Int](repeating: -1, count: alphabet.count))
    return states.count - 1
  }
}
