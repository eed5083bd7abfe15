import Herald

/// The properties that devices are known to send.
package enum KnownProperties {
  /// The properties of Herald and of Turkcell Updater. The first one wins where a guess fits two.
  static let names = [
    "appVersionName", "appVersionCode", "appPackageName", "deviceOsName", "deviceOsVersion", "deviceModel",
    "deviceIsTablet", "deviceLanguage", "appInstallerPackageName", "deviceApiLevel", "deviceBrand", "deviceProduct",
    "deviceMcc", "deviceMnc", "deviceId", "updaterLevel",
  ]

  /// Whether a property is known, or has the prefix of an app's own properties.
  static func isKnown(_ name: String) -> Bool {
    names.contains { ExactString($0) == ExactString(name) }
      || ["x-", "installed."].contains { name.utf8.starts(with: $0.utf8) }
  }

  /// The known property that an unknown name probably means; nil for a known name, or without a guess.
  package static func meant(by name: String) -> String? {
    guard !isKnown(name) else { return nil }
    let guess = name.lowercased()
    let isWord = guess.utf8.count >= 5
    return Spelling.nearest(to: name, among: Set(names))
      ?? (isWord ? names.first { $0.lowercased().contains(guess) } : nil)
  }

  /// All values of a property; nil where the values are open.
  static func allValues(of property: ExactString) -> [String]? {
    switch property {
    case .deviceIsTablet: ["true", "false"]
    case .deviceOsName: ["android", "ios", "windowsphone"]
    default: nil
    }
  }

  /// Frequent values, for examples.
  static func usualValues(of property: ExactString) -> [String] {
    switch property {
    case .appVersionName, .deviceOsVersion: ["1.0"]
    case .deviceLanguage: ["en", "en-us", "tr", "tr-tr", "zh-hans-cn"]
    default: allValues(of: property) ?? []
    }
  }
}
