package import Herald

/// Conditions that a device has to meet all, each wanted or not: `ios`, and not below 4.0.
package struct DeviceTerms: Sendable {
  package private(set) var terms: [(condition: ValueCondition, isWanted: Bool)] = []

  /// No condition: every device.
  package init() {}

  /// All filters match.
  package static func all(_ filters: [Filter]) -> DeviceTerms {
    var terms = DeviceTerms()
    for filter in filters { terms.add(ValueCondition(filter)) }
    return terms
  }

  /// A condition is not met.
  package static func not(_ condition: ValueCondition) -> DeviceTerms {
    var terms = DeviceTerms()
    terms.add(condition, isWanted: false)
    return terms
  }

  /// Adds a condition.
  package mutating func add(_ condition: ValueCondition, isWanted: Bool = true) { terms.append((condition, isWanted)) }

  /// The same with further conditions.
  package func and(_ other: DeviceTerms) -> DeviceTerms {
    var all = self
    all.terms += other.terms
    return all
  }
}

/// All devices that there could be, told apart as far as some conditions tell them apart: for each property its classes.
package struct DeviceSpace: Sendable {
  /// The classes of each property that a condition reads.
  package let properties: [PropertyClasses]
  private let conditions: [[ValueCondition]]
  private let places: [ExactString: Int]
  private let conditionPlaces: [[String: Int]]

  /// Finds the classes for some conditions.
  ///
  /// - Parameters:
  ///   - conditions: in any order; equal ones count once.
  ///   - usual: the values of a property that devices have, the likeliest first.
  package init(_ conditions: [ValueCondition], usual: (ExactString) -> [String]) {
    var names: [ExactString] = []
    var places: [ExactString: Int] = [:]
    var lists: [[ValueCondition]] = []
    var known: [[String: Int]] = []
    for condition in conditions {
      let place = places[condition.property] ?? names.count
      if place == names.count {
        places[condition.property] = place
        names.append(condition.property)
        lists.append([])
        known.append([:])
      }
      if known[place][condition.key] == nil {
        known[place][condition.key] = lists[place].count
        lists[place].append(condition)
      }
    }
    (self.places, self.conditions, conditionPlaces) = (places, lists, known)
    properties = zip(names, lists).map { PropertyClasses(of: $0, for: $1, usual: usual($0)) }
  }

  /// The reason why classes may be missing, as a clause; nil if none are.
  package var limit: String? { properties.lazy.compactMap(\.limit).first }

  /// Every device.
  package var all: DeviceBox { DeviceBox(properties.map { ClassSet(0..<$0.classes.count) }) }

  /// The devices that meet some conditions; nil where there are none, or for a condition that the space does not know.
  package func box(_ terms: DeviceTerms) -> DeviceBox? {
    var box = all
    for (condition, isWanted) in terms.terms {
      guard let place = places[condition.property], let index = conditionPlaces[place][condition.key] else {
        return nil
      }
      let classes = properties[place].classes
      box.sets[place].formIntersection(ClassSet(classes.indices.filter { classes[$0].met[index] == isWanted }))
    }
    return box.isEmpty ? nil : box
  }

  /// The index of the class of a property's value; nil for a property that no condition reads.
  package func place(of property: ExactString) -> Int? { places[property] }

  /// The class of a value.
  package func index(of value: PropertyValue, at place: Int) -> Int? {
    properties[place].index(of: value, for: conditions[place])
  }

  /// The class of a value as text, which is nil for a device without it.
  package func index(of text: String?, at place: Int) -> Int? {
    let raw = text.map { ExactString($0) }
    return properties[place].index(ofUsual: raw) ?? index(of: PropertyValue(raw), at: place)
  }

  /// The conditions on a property, in the order of the answers of its classes.
  package func conditions(of property: ExactString) -> [ValueCondition] {
    places[property].map { conditions[$0] } ?? []
  }

  /// The versions that conditions on a property compare with.
  package func bounds(of property: ExactString) -> [String] {
    places[property].map { conditions[$0].flatMap(\.bounds) } ?? []
  }
}

/// Devices whose classes are in a set for each property.
package struct DeviceBox: Sendable {
  /// A set of classes for each property of the space.
  package fileprivate(set) var sets: [ClassSet]

  fileprivate init(_ sets: [ClassSet]) { self.sets = sets }

  package var isEmpty: Bool { sets.contains(where: \.isEmpty) }

  /// The devices of both; nil where there are none.
  package func intersection(_ other: DeviceBox) -> DeviceBox? {
    guard meets(other) else { return nil }
    return DeviceBox(zip(sets, other.sets).map { $0.isSubset(of: $1) ? $0 : $0.intersection($1) })
  }

  /// True if some device is in both.
  package func meets(_ other: DeviceBox) -> Bool { zip(sets, other.sets).allSatisfy { $0.meets($1) } }

  /// The box with further sets, such as draws and occasions, behind the sets of the devices.
  package func with(_ further: [ClassSet]) -> DeviceBox { DeviceBox(sets + further) }

  /// The part whose classes at a place are in a set; nil where there is none.
  package func narrowed(to set: ClassSet, at place: Int) -> DeviceBox? {
    var part = self
    part.sets[place].formIntersection(set)
    return part.sets[place].isEmpty ? nil : part
  }

  /// The box with another set of classes at a place.
  package func replacing(with set: ClassSet, at place: Int) -> DeviceBox {
    var other = self
    other.sets[place] = set
    return other
  }

  /// One box for both, where they differ at one place at most.
  fileprivate func merged(with other: DeviceBox) -> DeviceBox? {
    let places = sets.indices.filter { !sets[$0].hasSame(as: other.sets[$0]) }
    guard places.count <= 1 else { return nil }
    var both = self
    for place in places { both.sets[place].formUnion(other.sets[place]) }
    return both
  }

  /// The devices outside another box, in disjoint boxes: for each property those that leave the other one there first.
  package func subtracting(_ other: DeviceBox) -> [DeviceBox] {
    guard meets(other) else { return [self] }
    var rest = self
    var pieces: [DeviceBox] = []
    // Boxes seldom differ at more than a few places, and each copy of a box is a copy of all its sets.
    for index in sets.indices where !sets[index].isSubset(of: other.sets[index]) {
      var piece = rest
      piece.sets[index].subtract(other.sets[index])
      pieces.append(piece)
      rest.sets[index].formIntersection(other.sets[index])
    }
    return pieces
  }
}

extension [DeviceBox] {
  /// The most boxes that a subtraction may leave.
  package static var most: Int { 20_000 }

  /// The devices that are in one of the boxes, in as few boxes as merging two at a time leads to.
  package var merged: [DeviceBox] {
    var all: [DeviceBox] = []
    for (index, box) in prefix(Self.mostMerged).enumerated() {
      guard AnalysisWork.spend(all.count) else { return all + dropFirst(index) }
      var box = box
      while let index = all.firstIndex(where: { $0.merged(with: box) != nil }) {
        box = all.remove(at: index).merged(with: box) ?? box
      }
      all.append(box)
    }
    return all + dropFirst(Self.mostMerged)
  }

  private static var mostMerged: Int { 300 }

  /// The least box around all; nil for none.
  package var hull: DeviceBox? {
    guard var hull = first else { return nil }
    for box in dropFirst() { for place in hull.sets.indices { hull.sets[place].formUnion(box.sets[place]) } }
    return hull
  }

  /// The devices outside some boxes; nil where they need more than ``most`` boxes, or more work than is left.
  package func subtracting(_ others: some Sequence<DeviceBox>) -> [DeviceBox]? {
    var rest = self
    for other in others {
      guard AnalysisWork.spend(rest.count) else { return nil }
      rest = rest.flatMap { $0.subtracting(other) }
      if rest.isEmpty { return [] }
      if rest.count > Self.most { return nil }
    }
    return rest
  }
}

/// A set of classes of one property.
package struct ClassSet: Sendable, Hashable {
  private var words: [UInt64] = []

  package init(_ indices: some Sequence<Int>) {
    for index in indices {
      while words.count <= index / 64 { words.append(0) }
      words[index / 64] |= 1 << UInt64(index % 64)
    }
  }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The indices, ascending.
  package var indices: [Int] {
    words.indices.flatMap { word in
      (0..<64).filter { words[word] & 1 << UInt64($0) != 0 }.map { word * 64 + $0 }
    }
  }

  package func contains(_ index: Int) -> Bool {
    index / 64 < words.count && words[index / 64] & 1 << UInt64(index % 64) != 0
  }

  /// The lowest index, that of the likeliest class.
  package var first: Int? {
    words.firstIndex { $0 != 0 }.map { $0 * 64 + words[$0].trailingZeroBitCount }
  }

  package mutating func formUnion(_ other: ClassSet) {
    while words.count < other.words.count { words.append(0) }
    for index in other.words.indices { words[index] |= other.words[index] }
  }

  mutating func formIntersection(_ other: ClassSet) {
    for index in words.indices { words[index] &= index < other.words.count ? other.words[index] : 0 }
  }

  func intersection(_ other: ClassSet) -> ClassSet {
    var both = self
    both.formIntersection(other)
    return both
  }

  func meets(_ other: ClassSet) -> Bool { zip(words, other.words).contains { $0 & $1 != 0 } }

  func isSubset(of other: ClassSet) -> Bool {
    words.indices.allSatisfy { words[$0] & ~($0 < other.words.count ? other.words[$0] : 0) == 0 }
  }

  func hasSame(as other: ClassSet) -> Bool {
    (0..<Swift.max(words.count, other.words.count)).allSatisfy { place in
      (place < words.count ? words[place] : 0) == (place < other.words.count ? other.words[place] : 0)
    }
  }

  mutating func subtract(_ other: ClassSet) {
    for index in words.indices where index < other.words.count { words[index] &= ~other.words[index] }
  }
}
