import Foundation
import Hummingbird
import HummingbirdCore

/// The fields of a form that a page of this server sent. ``Hummingbird/RouterGroup/form(_:of:atMost:_:then:)`` alone
/// makes it, so that no route takes a form that was not checked.
struct PostedForm {
  private let fields: Parameters

  /// The name of the hidden field that binds a form to the session.
  static let proof: Substring = "proof"

  /// The forms that are taken without a session.
  enum Kind {
    /// Signing in, which begins one.
    case signingIn
    /// Signing out, also after the session ended by itself.
    case signingOut
    case signedIn
  }

  /// - Parameters:
  ///   - limit: the most bytes that are read.
  ///   - token: the token of the person who is signed in; nil without one.
  /// - Throws: ``Problem`` for a form that was made for another session or for none, and for a larger one.
  fileprivate init(_ request: Request, limit: Int, _ kind: Kind, by token: AccessToken?) async throws {
    if kind == .signedIn, token == nil { throw Problem.noToken(why: "forms are for people who signed in") }
    let bytes = try await BodyReading(document: limit).bytes(of: request)
    fields = .ofForm(String(decoding: bytes, as: UTF8.self))
    guard kind != .signingIn, let token else { return }
    guard let session = token.session else {
      throw Problem(
        .foreignForm, "The form carries no session.", at: "Cookie",
        why: "forms are for people who signed in, and the request carries the token itself")
    }
    guard ConstantTime.isEqual(Array(self[Self.proof].utf8), Array(session.formProof.utf8)) else {
      throw Problem(
        .foreignForm, "The form is not one of this sign-in.", at: "\(Self.proof)",
        why: "its hidden field was made for another session, or is missing")
    }
  }

  /// The text of a field; empty for a missing one.
  subscript(name: Substring) -> String { fields[name].map(String.init) ?? "" }

  /// The text of a field with lines as they were written: browsers send line breaks as CR and LF.
  func lines(_ name: Substring) -> String { self[name].replacing("\r\n", with: "\n") }
}

extension RouterGroup<ServerContext> {
  /// Adds a path that takes a form of one of this server's pages.
  ///
  /// - Parameters:
  ///   - limit: the most bytes of the form.
  ///   - kind: who may send it.
  ///   - take: called with the form after it was checked.
  func form(
    _ path: RouterPath, of parts: ServerParts, atMost limit: Int, _ kind: PostedForm.Kind = .signedIn,
    then take: @escaping @Sendable (PostedForm, Request, ServerContext) async throws -> Response
  ) {
    post(path) { request, context in
      // The group's middleware checks that too, but a form may be added to another group.
      try parts.checkIsOwn(request, context)
      return try await take(
        try await PostedForm(request, limit: limit, kind, by: context.token), request, context)
    }
  }
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
