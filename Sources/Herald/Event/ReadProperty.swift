/// A property of a device that Herald itself reads. Policies may filter by any other.
///
/// To add one, add a case. The compiler names each place that must know it: the app that sends it, the column of its
/// installation. A redacted log keeps it.
package enum ReadProperty: String, CaseIterable, Sendable {
  case appPackageName, appVersionName, appVersionCode, deviceOsName, deviceOsVersion, deviceModel, deviceIsTablet
  case deviceLanguage, deviceArchitecture

  /// Its name in events and filters.
  package var name: ExactString {
    switch self {
    case .appPackageName: .appPackageName
    case .appVersionName: .appVersionName
    case .appVersionCode: .appVersionCode
    case .deviceOsName: .deviceOsName
    case .deviceOsVersion: .deviceOsVersion
    case .deviceModel: .deviceModel
    case .deviceIsTablet: .deviceIsTablet
    case .deviceLanguage: .deviceLanguage
    case .deviceArchitecture: .deviceArchitecture
    }
  }
}
