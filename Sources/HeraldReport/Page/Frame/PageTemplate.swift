import Mustache

/// The pages' templates.
enum PageTemplate: String, CaseIterable {
  case frame, device, fleet

  func render(_ values: [String: Any]) throws -> String {
    _ = Self.registration
    return try MustacheTemplate(string: String(decoding: bytes, as: UTF8.self)).render(values)
  }

  var bytes: [UInt8] {
    switch self {
    case .frame: PackageResources.frame_mustache
    case .device: PackageResources.device_mustache
    case .fleet: PackageResources.fleet_mustache
    }
  }

  private static let registration: Void = MustacheContentTypes.register(EscapedText(), named: "PAGETEXT")
}

/// How texts from a log become HTML: every template names this as its content type.
///
/// Mustache's own escaping goes by characters, so a quote followed by a combining accent is left as it is and ends an
/// attribute. This goes by scalars, and makes visible what a reader would not see: controls, and marks that turn the
/// direction of what follows.
struct EscapedText: MustacheContentType {
  func escapeText(_ text: String) -> String { Self.escaped(text) }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.shown.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
