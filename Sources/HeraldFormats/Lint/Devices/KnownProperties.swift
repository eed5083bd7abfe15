import Herald

/// The properties that devices are known to send.
package enum KnownProperties {
  /// Herald's and those of Turkcell Updater; where a guess fits two, the first is meant.
  static let names = [
    "appVersionName", "appVersionCode", "appPackageName", "deviceOsName", "deviceOsVersion", "deviceModel",
    "deviceIsTablet", "deviceLanguage", "appInstallerPackageName", "deviceApiLevel", "deviceBrand", "deviceProduct",
    "deviceMcc", "deviceMnc", "deviceId", "updaterLevel",
  ]

  /// Whether a property is known, or says by its prefix that it's the app's own.
  static func isKnown(_ name: String) -> Bool {
    names.contains { ExactString($0) == ExactString(name) }
      || ["x-", "installed."].contains { name.utf8.starts(with: $0.utf8) }
  }

  /// The known property that an unknown name was probably meant to be.
  package static func meant(by name: String) -> String? {
    guard !isKnown(name) else { return nil }
    let guess = name.lowercased()
    let isWord = guess.utf8.count >= 5
    return Spelling.nearest(to: name, among: Set(names))
      ?? (isWord ? names.first { $0.lowercased().contains(guess) } : nil)
  }

  /// The only values that some properties have; nil where there is no list.
  static func allValues(of property: ExactString) -> [String]? {
    switch property {
    case .deviceIsTablet: ["true", "false"]
    case .deviceOsName: ["android", "ios", "windowsphone"]
    default: nil
    }
  }

  /// Values that devices often have, for examples.
  static func usualValues(of property: ExactString) -> [String] {
    switch property {
    case .appVersionName, .deviceOsVersion: ["1.0"]
    case .deviceLanguage: ["en", "en-us", "tr", "tr-tr", "zh-hans-cn"]
    default: allValues(of: property) ?? []
    }
  }
}
