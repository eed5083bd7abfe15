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
    fields =
      HummingbirdCore.URI("/?" + String(decoding: bytes, as: UTF8.self).replacing("+", with: "%20")).queryParameters
  }

  /// The text of a field; empty for a missing one.
  subscript(name: Substring) -> String { fields[name].map(String.init) ?? "" }

  /// The text of a field with lines as they were written: browsers send line breaks as CR and LF.
  func lines(_ name: Substring) -> String { self[name].replacing("\r\n", with: "\n") }
}
