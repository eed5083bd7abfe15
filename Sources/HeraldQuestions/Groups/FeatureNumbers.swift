import Herald

/// Numbers for the features that were met, so that an installation keeps a list of small numbers.
struct FeatureNumbers {
  private var numbers: [MetFeature: Int32] = [:]
  private(set) var features: [MetFeature] = []
  /// The features of profiles. Many devices share one profile.
  private var profiles: [ObjectIdentifier: (profile: Profile, numbers: OfProfile)] = [:]
  private static let mostProfiles = 4096
  /// The log's first operations. A comparison of short texts takes a small part of the time of a search by hash.
  private var operations: [ExactString] = []
  private static let mostOperations = 16

  /// The numbers of the features of a profile: its properties with their values, and their names.
  struct OfProfile {
    fileprivate(set) var features: [Int32] = []
    fileprivate(set) var names: [Int32] = []
  }

  /// A feature, or the fact that an installation lacks no value of a property.
  enum MetFeature: Hashable {
    case feature(InstallationFeature)
    /// A property that the installation had at each launch. Installations without it are known when all names are.
    case named(ExactString)
  }

  /// The number of a feature.
  mutating func number(_ feature: InstallationFeature) -> Int32 { number(.feature(feature)) }

  mutating func number(_ feature: MetFeature) -> Int32 {
    if let known = numbers[feature] { return known }
    let number = Int32(features.count)
    numbers[feature] = number
    features.append(feature)
    return number
  }

  /// The place of an operation among the log's first ones, below 16; nil for a later one.
  mutating func place(ofOperation operation: ExactString) -> Int? {
    if let known = operations.firstIndex(of: operation) { return known }
    if operations.count == Self.mostOperations { return nil }
    operations.append(operation)
    return operations.count - 1
  }

  /// The numbers of what a profile has.
  mutating func numbers(of profile: Profile) -> OfProfile {
    if let known = profiles[ObjectIdentifier(profile)] { return known.numbers }
    var numbers = OfProfile()
    for (name, value) in profile.properties {
      numbers.features.append(number(.property(name, value)))
      guard name == .appVersionName || name == .deviceOsVersion, let version = AppVersion(value.string) else {
        continue
      }
      for count in 1...2 {
        numbers.features.append(number(.version(name, numbers: count, ExactString(version.beginning(count)))))
      }
    }
    let language = profile[.deviceLanguage].flatMap { LanguageTag.subtags($0.string).first } ?? ""
    if !language.isEmpty { numbers.features.append(number(.language(ExactString(language)))) }
    for (name, _) in profile.properties { numbers.names.append(number(.named(name))) }
    if profiles.count >= Self.mostProfiles { profiles.removeAll(keepingCapacity: true) }
    profiles[ObjectIdentifier(profile)] = (profile, numbers)
    return numbers
  }

  /// Adds the features of others.
  ///
  /// - Returns: by their number among the others, their numbers here.
  mutating func add(_ others: FeatureNumbers) -> [Int32] { others.features.map { number($0) } }
}
