/// The properties of a device and its app at a launch: texts with any names.
///
/// Many installations have equal profiles. They share one object, which is compared by identity first.
public final class Profile: Sendable {
  /// Names and values, sorted by name.
  public let properties: [(name: ExactString, value: ExactString)]
  /// The app's package name and version, cached because every fetch and latched push reads them; nil where the profile
  /// has none, or its text is not a version.
  let packageName: ExactString?
  let appVersion: AppVersion?

  /// The profile without properties, which a state has before the first launch.
  public static let empty = Profile([])

  /// Makes a profile.
  ///
  /// - Parameter properties: names and values in any order. Of equal names the first counts.
  public init(_ properties: [(name: ExactString, value: ExactString)]) {
    var sorted = properties.sorted { $0.name < $1.name }
    if sorted.count > 1 {
      for index in sorted.indices.dropFirst().reversed() where sorted[index].name == sorted[index - 1].name {
        sorted.remove(at: index)
      }
    }
    self.properties = sorted
    packageName = sorted.first { $0.name == .appPackageName }?.value
    appVersion = sorted.first { $0.name == .appVersionName }.flatMap { AppVersion($0.value.string) }
  }

  /// The value of a property; nil where the profile does not have it.
  public subscript(name: ExactString) -> ExactString? {
    properties.first { $0.name == name }?.value
  }
}

extension Profile: Hashable {
  /// Compares names and values.
  public static func == (left: Profile, right: Profile) -> Bool {
    left === right || left.properties.elementsEqual(right.properties) { $0 == $1 }
  }

  /// Hashes names and values.
  public func hash(into hasher: inout Hasher) {
    for (name, value) in properties {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

/// The names of the properties that Herald itself reads.
extension ExactString {
  /// The app's package name or bundle identifier, such as `com.example.shop`.
  public static let appPackageName: ExactString = "appPackageName"
  /// The app's version, such as `2.6`.
  public static let appVersionName: ExactString = "appVersionName"
  /// The app's version code on Android, or its bundle version on Apple's systems.
  public static let appVersionCode: ExactString = "appVersionCode"
  /// The operating system's name, such as `android` or `ios`.
  public static let deviceOsName: ExactString = "deviceOsName"
  /// The operating system's version, such as `17.4`.
  public static let deviceOsVersion: ExactString = "deviceOsVersion"
  /// The architecture of the device's processor, such as `arm64` or `x86_64`.
  public static let deviceArchitecture: ExactString = "deviceArchitecture"
  /// The device's model, such as `iPhone15,2`.
  public static let deviceModel: ExactString = "deviceModel"
  /// True for a tablet, as a text such as `true`.
  public static let deviceIsTablet: ExactString = "deviceIsTablet"
  /// The device's language tag, such as `tr-TR`.
  public static let deviceLanguage: ExactString = "deviceLanguage"
}

extension Profile {
  /// Reads an object of texts; nil for anything else.
  package convenience init?(json text: String) {
    guard let members = try? JSONNode.read(text).node.members else { return nil }
    var properties: [(name: ExactString, value: ExactString)] = []
    for member in members {
      guard let value = member.node.string else { return nil }
      properties.append((ExactString(member.name), ExactString(value)))
    }
    self.init(properties)
  }
}
