import Foundation

extension DeviceProperties {
  /// The properties that the system knows of this device and this app.
  ///
  /// On Apple's systems these are all but ``others``. On Android these are the system, the architecture and the model; on
  /// Linux and Windows the system, the architecture and, where `LC_ALL`, `LC_MESSAGES` or `LANG` names one, the language. The rest is nil there: an
  /// app adds its own name and version, because policies compare them.
  public static var current: DeviceProperties {
    var properties = DeviceProperties()
    #if canImport(Darwin)
      let bundle = Bundle.main
      properties.packageName = bundle.bundleIdentifier
      properties.versionName = bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
      properties.versionCode = bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String
      properties.language = Locale.preferredLanguages.first
      properties.isTablet = model?.hasPrefix("iPad")
    #else
      properties.language = language(in: ProcessInfo.processInfo.environment)
    #endif
    properties.osName = systemName
    properties.osVersion = systemVersion
    properties.model = model
    properties.architecture = systemArchitecture
    return properties
  }

  private static var systemName: String {
    #if os(iOS)
      "ios"
    #elseif os(tvOS)
      "tvos"
    #elseif os(watchOS)
      "watchos"
    #elseif os(visionOS)
      "visionos"
    #elseif os(macOS)
      "macos"
    #elseif os(Android)
      "android"
    #elseif os(Windows)
      "windows"
    #else
      "linux"
    #endif
  }

  /// The architecture that the app was built for, which is what it can install.
  private static var systemArchitecture: String? {
    #if arch(arm64)
      "arm64"
    #elseif arch(x86_64)
      "x86_64"
    #elseif arch(i386)
      "x86"
    #elseif arch(arm)
      "arm"
    #else
      nil
    #endif
  }

  /// The version without zeros at its end: `17.4`, not `17.4.0`.
  private static var systemVersion: String? {
    #if os(Android)
      return systemProperty("ro.build.version.release")
    #else
      let version = ProcessInfo.processInfo.operatingSystemVersion
      let patch = version.patchVersion == 0 ? "" : ".\(version.patchVersion)"
      return "\(version.majorVersion).\(version.minorVersion)\(patch)"
    #endif
  }

  private static var model: String? {
    #if canImport(Darwin)
      // A simulator has the model that it stands for here, and the Mac's own in the kernel.
      if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] { return simulated }
      #if os(macOS)
        return kernelValue("hw.model")
      #else
        return kernelValue("hw.machine")
      #endif
    #elseif os(Android)
      return systemProperty("ro.product.model")
    #else
      return nil
    #endif
  }

  /// The language tag of an environment's locale, such as `de-DE` for `de_DE.UTF-8`; nil for `C` and `POSIX`.
  package static func language(in environment: [String: String]) -> String? {
    // The first variable that is set and not empty holds (POSIX.1-2017, section 8.2).
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    guard let name = locale?.prefix(while: { $0 != "." && $0 != "@" }), name != "C", name != "POSIX", !name.isEmpty
    else { return nil }
    return String(name.replacing("_", with: "-"))
  }

  #if canImport(Darwin)
    private static func kernelValue(_ name: String) -> String? {
      var length = 0
      guard sysctlbyname(name, nil, &length, nil, 0) == 0, length > 1 else { return nil }
      var bytes = [UInt8](repeating: 0, count: length)
      guard sysctlbyname(name, &bytes, &length, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  #elseif os(Android)
    private static func systemProperty(_ name: String) -> String? {
      var bytes = [CChar](repeating: 0, count: Int(PROP_VALUE_MAX))
      guard __system_property_get(name, &bytes) > 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  #endif
}
