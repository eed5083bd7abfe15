public import Herald

/// The parameters that a format's server expects in the query of the URL, made from the device's properties.
///
/// A parameter is omitted where the device lacks its property.
public struct RequestParameters: Sendable {
  /// The name and value of one parameter, unescaped.
  public typealias Pair = (name: String, value: String)

  private let make: @Sendable (_ properties: [ExactString: ExactString]) -> [Pair]

  /// Makes parameters of an own kind.
  ///
  /// - Parameter make: returns the parameters for a device's properties, in their order and unescaped. The request
  ///   escapes them.
  public init(_ make: @escaping @Sendable (_ properties: [ExactString: ExactString]) -> [Pair]) { self.make = make }

  /// No parameters: the URL is requested as it is.
  public static let none = RequestParameters { _ in [] }

  /// As Turkcell's iOS client asks: `appPackageName`, `deviceOsName`.
  public static let turkcell = RequestParameters { properties in
    ["appPackageName", "deviceOsName"].compactMap { pair($0, properties[ExactString($0)]) }
  }

  /// As SSVC's client asks: the bundle version, its number as Core Foundation computes it (0 where it cannot), the
  /// language, the country and the protocol's version.
  ///
  /// The bundle version is `appVersionCode`, or where that is missing `appVersionName`. Language and country are the
  /// first subtag and the region of `deviceLanguage`.
  public static let ssvc = RequestParameters { properties in
    let version = properties["appVersionCode"] ?? properties["appVersionName"]
    let number = version.map { ExactString(String(BundleNumber($0.string)?.value ?? 0)) }
    let subtags = properties["deviceLanguage"]?.string.unicodeScalars.split { $0 == "-" || $0 == "_" } ?? []
    return [
      pair("SSVCLatestVersionKey", version), pair("SSVCLatestVersionNumber", number),
      pair("SSVCLanguage", subtags.first.map { ExactString(String($0)) }),
      pair("SSVCCountry", region(of: subtags.dropFirst())),
      pair("SSVCClientProtocolVersion", "1"),
    ].compactMap { $0 }
  }

  func pairs(for properties: [ExactString: ExactString]) -> [Pair] { make(properties) }

  /// The query: `name=value`, joined by `&`.
  static func query(_ pairs: [Pair]) -> String {
    pairs.map { PercentEncoding.component($0.name) + "=" + PercentEncoding.component($0.value) }.joined(separator: "&")
  }

  private static func pair(_ name: String, _ value: ExactString?) -> Pair? { value.map { (name, $0.string) } }

  /// The region among the subtags after the language: two letters or three digits, before any subtag of one
  /// character (RFC 5646, section 2.2.4).
  private static func region(of subtags: some Sequence<Substring.UnicodeScalarView>) -> ExactString? {
    subtags.prefix { $0.count > 1 }.first { subtag in
      switch subtag.count {
      case 2: subtag.allSatisfy { ("A"..."Z").contains($0) || ("a"..."z").contains($0) }
      case 3: subtag.allSatisfy { ("0"..."9").contains($0) }
      default: false
      }
    }.map { ExactString(String($0).uppercased()) }
  }
}
