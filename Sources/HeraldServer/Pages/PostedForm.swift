import Foundation
import Hummingbird
import HummingbirdCore

/// The fields of a form that a page of this server sent.
struct PostedForm {
  private let fields: Parameters

  /// - Parameter limit: the most bytes that are read.
  /// - Throws: ``Problem`` for a form of another site, and for a larger one.
  init(_ request: Request, limit: Int) async throws {
    try SignIn.checkOrigin(request)
    let bytes = try await BodyReading(document: limit).bytes(of: request)
    fields = .ofForm(String(decoding: bytes, as: UTF8.self))
  }

  /// The text of a field; empty for a missing one.
  subscript(name: Substring) -> String { fields[name].map(String.init) ?? "" }

  /// The text of a field with lines as they were written: browsers send line breaks as CR and LF.
  func lines(_ name: Substring) -> String { self[name].replacing("\r\n", with: "\n") }
}

extension Parameters {
  /// The fields of a form as a browser writes them, with `+` for a space
  /// (https://url.spec.whatwg.org/#urlencoded-serializing).
  static func ofForm(_ text: String) -> Parameters {
    HummingbirdCore.URI("/?" + text.replacing("+", with: "%20")).queryParameters
  }
}

extension Request {
  /// The text that a person typed into a form of a page, without the white space around it; nil where it is missing or
  /// empty.
  ///
  /// Only forms write a space as `+`. In addresses that programs write, such as `until=…+02:00`, a plus sign is itself.
  func typed(_ name: Substring) -> String? {
    let text = Parameters.ofForm(uri.query ?? "")[name]?.trimmingCharacters(in: .whitespaces) ?? ""
    return text.isEmpty ? nil : text
  }
}
