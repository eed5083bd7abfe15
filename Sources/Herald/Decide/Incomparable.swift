/// A text that a comparison of versions found and that is not a version, so that nothing was compared; or the app's
/// version, where a device sends none.
public struct Incomparable: Hashable, Sendable {
  /// The property that has the text.
  public let property: ExactString
  /// The text, as the device sent it; empty where it sent none.
  public let text: ExactString
  /// The form that the text lacks.
  public let form: Form
  /// True where the device sent nothing.
  public let isMissing: Bool

  init(property: ExactString, text: ExactString, form: Form, isMissing: Bool = false) {
    (self.property, self.text, self.form, self.isMissing) = (property, text, form, isMissing)
  }

  /// A form in which values can be compared.
  public enum Form: Hashable, Sendable {
    /// A version, as ``AppVersion`` reads it.
    case version
    /// A bundle version that has a number, as ``BundleNumber`` reads it.
    case bundleVersion
  }

  /// The sentence as a clause of its own, where the property is not named before it.
  package var clause: String { isMissing ? "\(property.string.shown) \(words)" : words }

  /// The sentence that every answer says of it: `` `v2` is not a version, so it is compared with nothing``. Of a missing
  /// one it begins with the verb, behind the property's name.
  package var words: String {
    if isMissing { return "is missing, so it is compared with nothing" }
    let value = text.string.isBlank ? "the empty text" : "`\(text.string.shown)`"
    return switch form {
    case .version: "\(value) is not a version, so it is compared with nothing"
    case .bundleVersion: "\(value) is not a bundle version such as 10.2.3, so it is compared with nothing"
    }
  }
}

extension PropertyValue {
  /// The value, where it is compared with nothing; nil for a version, and where another property than the app's version
  /// is missing: that one every app has, and a device without it escapes every rule that compares it.
  func incomparable(as property: ExactString) -> Incomparable? {
    guard let raw else {
      return property == .appVersionName
        ? Incomparable(property: property, text: "", form: .version, isMissing: true) : nil
    }
    guard version == nil else { return nil }
    return Incomparable(property: property, text: raw, form: .version)
  }
}

extension Filter {
  /// The value that is compared with nothing: it is not a version, and only comparisons of versions could
  /// decide on it; nil for any other value.
  func incomparable(_ value: PropertyValue, _ verdict: (matches: Bool, decidedBy: Part?)) -> Incomparable? {
    guard verdict.decidedBy == nil, value.version == nil, comparesVersions else { return nil }
    return value.incomparable(as: property)
  }

  /// True if a part compares versions.
  var comparesVersions: Bool {
    parts.contains { part in if case .compare = part.pattern { true } else { false } }
  }

  /// The value, where it is compared with nothing; nil for any other value.
  func incomparable(_ value: PropertyValue) -> Incomparable? {
    value.version == nil ? incomparable(value, verdict(on: value)) : nil
  }
}

extension Segment {
  /// The value of the device on which its membership rests and which is compared with nothing; nil where there is none,
  /// or where another filter decides.
  func incomparable(on properties: Properties) -> Incomparable? {
    var found: Incomparable?
    for filter in filters {
      let value = properties[filter.property]
      let verdict = filter.verdict(on: value)
      let incomparable = filter.incomparable(value, verdict)
      if !verdict.matches, incomparable == nil { return nil }
      found = found ?? incomparable
    }
    return found
  }
}

extension Rule {
  /// The device's values that the rule's tests of the device compare with nothing, each with the place below the rule;
  /// empty where a test fails for another reason, because then they decide nothing.
  func incomparables(on properties: Properties) -> [(key: String, value: Incomparable)] {
    var found: [(key: String, value: Incomparable)] = []
    for test in RuleTests.ofDevice where (test.check as? any OptionalTest.Type)?.isAsked(by: self) ?? true {
      var witness = RecordingWitness()
      _ = test.check.passes(self, on: properties, &witness)
      for comparison in witness.comparisons {
        if let value = comparison.incomparable {
          found.append((comparison.key ?? "", value))
        } else if !comparison.passed {
          return []
        }
      }
    }
    return found
  }
}

extension DeviceVerdicts {
  /// The device's values that the policy compares with nothing, each with the index of the rule and the place below it;
  /// without an index for `reviewVersions`.
  package var incomparables: [(rule: Int?, key: String, value: Incomparable)] {
    let properties = Properties(profile, segments: segments)
    let installed = properties[.appVersionName]
    let reviewed = policy.reviewVersions?.filter.flatMap { $0.incomparable(installed) }
    return (reviewed.map { [(nil, "/reviewVersions", $0)] } ?? [])
      + policy.rules.enumerated().flatMap { index, rule in
        rule.incomparables(on: properties).map { (index, $0.key, $0.value) }
      }
  }
}

extension ReviewedVersions {
  /// The filter that names the versions; nil for another form.
  fileprivate var filter: Filter? { if case .matching(let filter) = self { filter } else { nil } }
}

extension InstallationState {
  /// The app's version, where it cannot be compared with any other; nil for a version, and before the first launch.
  package var incomparableVersion: Incomparable? {
    guard profile.appVersion == nil, counts.launches > 0 else { return nil }
    return PropertyValue(profile[.appVersionName]).incomparable(as: .appVersionName)
  }
}
