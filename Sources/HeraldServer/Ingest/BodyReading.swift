import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the body of a request, not more of it than a limit.
struct BodyReading {
  let limit: Int
  /// The problem of a body that is larger.
  private let tooLarge: Problem

  /// A body of events.
  init(limit: Int) {
    self.limit = limit
    tooLarge = .tooLarge(limit)
  }

  /// A body that is a document or a form.
  init(document limit: Int) {
    self.limit = limit
    tooLarge = Problem(
      .tooLarge, "The document is too large.", at: "body", why: "it has over \(limit) bytes",
      fix: "check that it is the one that was meant")
  }

  /// The bytes as they came, packed or not.
  ///
  /// - Throws: ``Problem`` for a body that is larger than the limit; it is not read to its end.
  func bytes(of request: Request) async throws -> [UInt8] {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw tooLarge
    }
    var bytes: [UInt8] = []
    do {
      for try await piece in request.body {
        bytes += piece.readableBytesView
        if bytes.count > limit { throw tooLarge }
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.badBody, "The body ended before its end.", at: "body", why: "the connection was cut: \(error)")
    }
    return bytes
  }
}
