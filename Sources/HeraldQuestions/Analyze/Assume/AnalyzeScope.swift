import Herald
import HeraldFormats

/// The devices and moments that an analysis speaks of.
struct AnalyzeScope: Sendable {
  /// The moment from which time counts; nil for all time.
  let start: Timestamp?
  /// The devices that count; nil for all.
  let assumption: DeviceAssumption?

  /// - Throws: ``AssumptionRefused`` where the assumption does not fit the documents.
  init(from start: Timestamp?, assuming assumption: DeviceAssumption?, of policies: [Policy]) throws {
    (self.start, self.assumption) = (start, assumption)
    try assumption?.check(for: policies)
  }
}

extension DeviceAssumption {
  /// - Throws: ``AssumptionRefused`` for a property that no device is known to send, and where every element is about
  ///   another app.
  fileprivate func check(for policies: [Policy]) throws {
    guard case .filters(let alternatives) = form else { return }
    let read = policies.readProperties
    for alternative in alternatives {
      for property in alternative.filters.map(\.property) where !read.contains(property) {
        if KnownProperties.isKnown(property.string) { continue }
        let meant = KnownProperties.meant(by: property.string)
        throw AssumptionRefused(diagnostics: [
          Diagnostic(
            AssumptionCode.assumptionOfUnknownProperty, .error,
            what: "`\(name)` assumes something about the property `\(property)`.", file: name,
            place: alternative.place, why: "no device is known to send it, and the policy does not read it",
            fix: meant.map { "write `\($0)`" } ?? "write the name as a launch has it; the app's own begin with `x-`")
        ])
      }
    }
    guard let app = policies.last?.packageName, let first = alternatives.first,
      !alternatives.contains(where: { $0.isMet(by: app) })
    else { return }
    throw AssumptionRefused(diagnostics: [
      Diagnostic(
        AssumptionCode.assumptionOfNoDevice, .error, what: "No device with the policy's app meets `\(name)`.",
        file: name, place: first.place, why: "the app is `\(app)`, and `appPackageName` asks for another one",
        fix: "leave out `appPackageName`")
    ])
  }
}

extension DeviceAssumption.Alternative {
  fileprivate func isMet(by app: ExactString) -> Bool {
    filters.filter { $0.property == .appPackageName }.allSatisfy { $0.verdict(on: PropertyValue(app)).matches }
  }
}

/// An assumption as boxes of the devices that some documents tell apart.
struct AssumedDevices {
  /// A device has to meet at least one conjunction.
  private let alternatives: [DeviceTerms]
  private let isFree: Bool

  /// - Parameters:
  ///   - assumption: the assumption; nil for every device.
  ///   - conditions: the conditions of the documents.
  init(_ assumption: DeviceAssumption?, beside conditions: [ValueCondition]) {
    isFree = assumption == nil
    alternatives =
      switch assumption?.form {
      case nil: [DeviceTerms()]
      case .filters(let alternatives)?: alternatives.map { .all($0.filters) }
      case .usual?: Self.usual(beside: conditions)
      }
  }

  /// The conditions that tell the assumed devices apart from others.
  var conditions: [ValueCondition] { alternatives.flatMap { $0.terms.map(\.condition) } }

  /// The devices of an app that meet the assumption, in disjoint boxes.
  func boxes(in space: DeviceSpace, of app: ExactString?) -> [DeviceBox] {
    if isFree { return [space.all] }
    var boxes: [DeviceBox] = []
    for box in alternatives.compactMap({ space.box($0) }) { boxes += [box].subtracting(boxes) ?? [box] }
    guard let app, let place = space.place(of: .appPackageName),
      let own = space.index(of: PropertyValue(app), at: place)
    else { return boxes }
    return boxes.compactMap { $0.narrowed(to: ClassSet([own]), at: place) }
  }

  /// The conjunctions of usual devices. A witness has a fitting value of each property that no document reads.
  private static func usual(beside conditions: [ValueCondition]) -> [DeviceTerms] {
    let read = Dictionary(grouping: conditions, by: \.property)
    var versions = DeviceTerms()
    for (property, mayBeBlank) in UsualDevices.versions {
      guard let own = read[property] else { continue }
      // A bound that is compared with already tells no further values apart.
      let bound = own.flatMap(\.bounds).first { AppVersion($0) != nil } ?? "1.1"
      let text = "\(mayBeBlank ? "''," : "")<\(bound),>=\(bound)"
      versions.add(ValueCondition(Filter(property: property, text: text)))
    }
    guard read[.deviceOsName] != nil, read[.deviceModel] != nil else { return [versions] }
    let models = UsualDevices.systems.map { ValueCondition($0.models) }
    var others = versions
    for model in models { others.add(model, isWanted: false) }
    return [others]
      + zip(models, UsualDevices.systems).map { model, known in
        var terms = versions
        terms.add(model)
        let systems = (known.systems + ["''"]).joined(separator: ",")
        terms.add(ValueCondition(Filter(property: .deviceOsName, text: systems)))
        return terms
      }
  }
}
