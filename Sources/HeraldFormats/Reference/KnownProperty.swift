import Herald

/// The properties that devices are known to send: first the properties that Herald reads, then Turkcell Updater's.
package enum KnownProperty: String, CaseIterable, Sendable {
  // The first one wins where a guess fits two.
  case appVersionName, appVersionCode, appPackageName, deviceOsName, deviceOsVersion, deviceModel, deviceIsTablet
  case deviceLanguage, deviceArchitecture, appInstallerPackageName, deviceApiLevel, deviceBrand, deviceProduct,
    deviceMcc, deviceMnc
  case deviceId, updaterLevel

  /// The meaning of the property, in one sentence.
  package var meaning: String { facts.meaning }
  /// A value that a device sends.
  package var example: String { facts.example }
  /// A filter that many policies have.
  package var exampleFilter: String { facts.filter }

  private var facts: (meaning: String, example: String, filter: String) {
    switch self {
    case .appVersionName: ("The app's version.", "4.1.2", "<4.2")
    case .appVersionCode: ("The app's version code on Android, its bundle version on Apple's systems.", "412", "<420")
    case .appPackageName: ("The app's package name or bundle identifier.", "com.example.shop", "com.example.shop")
    case .deviceOsName: ("The operating system.", "ios", "ios")
    case .deviceOsVersion: ("The version of the operating system.", "17.4", ">=15")
    case .deviceModel: ("The device's model.", "iPhone15,2", "iPhone*")
    case .deviceIsTablet: ("Whether the device is a tablet.", "false", "true")
    case .deviceLanguage: ("The language tag of the device.", "de-DE", "de*")
    case .deviceArchitecture: ("The architecture of the device's processor.", "arm64", "arm64")
    case .appInstallerPackageName: ("The store that installed the app.", "com.android.vending", "com.android.vending")
    case .deviceApiLevel: ("The API level of Android.", "34", ">=26")
    case .deviceBrand: ("The device's brand.", "samsung", "samsung, xiaomi")
    case .deviceProduct: ("The product name of the device.", "oriole", "oriole")
    case .deviceMcc: ("The country code of the mobile network.", "286", "286")
    case .deviceMnc: ("The code of the mobile network.", "01", "01")
    case .deviceId: ("A name of the device.", "7f3a", "7f3a")
    case .updaterLevel: ("The level of Turkcell Updater in the app.", "3", ">=3")
    }
  }
}

/// Guesses and sample values of properties.
package enum KnownProperties {
  static let names = KnownProperty.allCases.map(\.rawValue)

  /// The prefixes of an app's own properties, and of properties that say whether another app is installed.
  static let prefixes = ["x-", "installed."]

  /// Returns true if a property is known, or has the prefix of an app's own properties.
  package static func isKnown(_ name: String) -> Bool {
    names.contains { ExactString($0) == ExactString(name) } || prefixes.contains { name.utf8.starts(with: $0.utf8) }
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
    case .deviceOsName:
      ["android", "ios", "macos", "linux", "windows", "ipados", "tvos", "watchos", "visionos", "windowsphone"]
    default: nil
    }
  }
}
