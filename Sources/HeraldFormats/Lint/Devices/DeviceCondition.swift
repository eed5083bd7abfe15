import Herald

/// A condition of a rule on one property of a device.
enum DeviceCondition: Sendable {
  case filter(Filter)
  /// A text in the device's language.
  case text(Descriptions)

  func isMet(by value: PropertyValue) -> Bool {
    switch self {
    case .filter(let filter): filter.verdict(on: value).matches
    case .text(let descriptions): descriptions.entry(for: value.raw) != nil
    }
  }

  /// True if only the values in its text can meet it.
  var listsItsValues: Bool {
    let inclusions = parts.filter { !$0.excludes }
    return !inclusions.isEmpty && inclusions.allSatisfy(\.isOneValue)
  }

  /// True if each value that meets this demand meets another too, as far as their texts show.
  func implies(_ other: DeviceCondition) -> Bool {
    guard case .filter = self, case .filter = other else { return false }
    func split(_ parts: [Filter.Part]) -> (inclusions: [Filter.Part], exclusions: [Filter.Part]) {
      (parts.filter { !$0.excludes }, parts.filter(\.excludes))
    }
    let (own, wider) = (split(parts), split(other.parts))
    let isIncluded = own.inclusions.allSatisfy { part in wider.inclusions.contains { $0.covers(part) } }
    return (wider.inclusions.isEmpty || !own.inclusions.isEmpty && isIncluded)
      && wider.exclusions.allSatisfy { part in own.exclusions.contains { $0.covers(part) } }
  }
}

/// All conditions of a rule on a device's properties: its filters, its target version, its languages.
struct Demands: Sendable {
  /// The conditions by property, in the order of the rule. A device has to meet all.
  let byProperty: [(property: ExactString, demands: [DeviceCondition])]

  private let places: [ExactString: Int]

  subscript(property: ExactString) -> [DeviceCondition] { places[property].map { byProperty[$0].demands } ?? [] }

  var properties: [ExactString] { byProperty.map(\.property) }

  init(of rule: Rule, packageName: ExactString?) {
    var list: [(property: ExactString, demands: [DeviceCondition])] = []
    var places: [ExactString: Int] = [:]
    func add(_ property: ExactString, _ demand: DeviceCondition) {
      if let place = places[property] {
        list[place].demands.append(demand)
      } else {
        places[property] = list.count
        list.append((property, [demand]))
      }
    }
    for filter in rule.propertyFilters(in: packageName) { add(filter.property, .filter(filter)) }
    add(.deviceLanguage, .text(rule.descriptions))
    byProperty = list
    self.places = places
  }
}
