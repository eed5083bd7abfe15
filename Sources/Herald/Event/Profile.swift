/// What a device and its app say of themselves at a launch: strings under any name.
///
/// Many installations share one profile, so it is kept once and compared by identity first.
public final class Profile: Sendable {
  /// Names and values, sorted by name.
  public let properties: [(name: ExactString, value: ExactString)]
  /// The app's package name and version, at hand because fetches and latched pushes ask for them; nil where the profile
  /// has none, or the version is none.
  let packageName: ExactString?
  let appVersion: AppVersion?

  /// No properties: before the first launch.
  public static let empty = Profile([])

  /// - Parameter properties: names and values in any order; of one name the first counts.
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

  /// The value under a name; nil where there is none.
  public subscript(name: ExactString) -> ExactString? {
    properties.first { $0.name == name }?.value
  }
}

extension Profile: Hashable {
  public static func == (left: Profile, right: Profile) -> Bool {
    left === right || left.properties.elementsEqual(right.properties) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    for (name, value) in properties {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

/// The names of the properties that Herald itself reads.
extension ExactString {
  public static let appPackageName: ExactString = "appPackageName"
  public static let appVersionName: ExactString = "appVersionName"
  public static let appVersionCode: ExactString = "appVersionCode"
  public static let deviceOsName: ExactString = "deviceOsName"
  public static let deviceOsVersion: ExactString = "deviceOsVersion"
  public static let deviceModel: ExactString = "deviceModel"
  public static let deviceIsTablet: ExactString = "deviceIsTablet"
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
