import Herald

/// The properties of a device and its app, with the names that policies use.
///
/// ```swift
/// var properties = DeviceProperties.current
/// properties.others["x-plan"] = "family"
/// await herald.launched(properties)
/// ```
public struct DeviceProperties: Hashable, Sendable {
  /// `appPackageName`: the package name or bundle identifier, such as `com.example.shop`.
  public var packageName: String?
  /// `appVersionName`: the app's version, such as `2.6`.
  public var versionName: String?
  /// `appVersionCode`: the version code on Android, or the bundle version on Apple's systems.
  public var versionCode: String?
  /// `deviceOsName`: the operating system, such as `android`, `ios`, `macos` or `linux`.
  public var osName: String?
  /// `deviceOsVersion`: the operating system's version, such as `17.4`.
  public var osVersion: String?
  /// `deviceModel`: the device's model, such as `iPhone15,2`.
  public var model: String?
  /// `deviceIsTablet`: true for a tablet.
  public var isTablet: Bool?
  /// `deviceLanguage`: the language tag, such as `tr-TR`.
  public var language: String?
  /// `deviceArchitecture`: the processor's architecture, such as `arm64` or `x86_64`.
  public var architecture: String?
  /// Properties of the app's own by their names, such as `x-plan`. One of a name above replaces its value.
  public var others: [String: String] = [:]

  /// Makes properties; a value that is nil is left out, and counts as empty where a policy asks for it.
  public init(
    packageName: String? = nil, versionName: String? = nil, versionCode: String? = nil, osName: String? = nil,
    osVersion: String? = nil, model: String? = nil, isTablet: Bool? = nil, language: String? = nil,
    architecture: String? = nil, others: [String: String] = [:]
  ) {
    self.packageName = packageName
    self.versionName = versionName
    self.versionCode = versionCode
    self.osName = osName
    self.osVersion = osVersion
    self.model = model
    self.isTablet = isTablet
    self.language = language
    self.architecture = architecture
    self.others = others
  }

  /// The values by the names that events carry and policies filter by.
  public var byName: [String: String] {
    let known = ReadProperty.allCases.compactMap { property in value(of: property).map { (property.rawValue, $0) } }
    return Dictionary(known) { first, _ in first }.merging(others) { _, own in own }
  }

  private func value(of property: ReadProperty) -> String? {
    switch property {
    case .appPackageName: packageName
    case .appVersionName: versionName
    case .appVersionCode: versionCode
    case .deviceOsName: osName
    case .deviceOsVersion: osVersion
    case .deviceModel: model
    case .deviceIsTablet: isTablet.map { $0 ? "true" : "false" }
    case .deviceLanguage: language
    case .deviceArchitecture: architecture
    }
  }
}
