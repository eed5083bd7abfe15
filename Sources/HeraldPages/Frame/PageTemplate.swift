import HeraldQuestions
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
