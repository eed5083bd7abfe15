import CCurl
import HeraldFetch

/// Collects an answer from libcurl's callbacks, and ends the transfer as soon as it is known.
final class AnswerReceiver {
  /// The outcome that ended the transfer before the server did.
  private(set) var end: Result<TransportAnswer, TransportError>?
  private let bodyLimit: @Sendable (TransportHead) -> Int?
  private var heads = HeadReader()
  private var head: TransportHead?
  private var limit = 0
  private var inflater: Inflater?
  private var body: [UInt8] = []

  init(bodyLimit: @escaping @Sendable (TransportHead) -> Int?) { self.bodyLimit = bodyLimit }

  /// True after the final head has arrived.
  var hasHead: Bool { head != nil }

  /// Makes libcurl call this receiver, which must live as long as the handle.
  func receive(from easy: UnsafeMutableRawPointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    herald_curl_set_pointer(easy, CurlOption.headerData.rawValue, context)
    herald_curl_set_pointer(easy, CurlOption.writeData.rawValue, context)
    herald_curl_set_receiver(easy, CurlOption.headerFunction.rawValue) { bytes, size, count, context in
      AnswerReceiver.pass(bytes, size * count, to: context) { $0.takeLine($1) }
    }
    herald_curl_set_receiver(easy, CurlOption.writeFunction.rawValue) { bytes, size, count, context in
      AnswerReceiver.pass(bytes, size * count, to: context) { $0.takePiece($1) }
    }
  }

  /// The answer after the server has sent all of it.
  func answer() throws(TransportError) -> TransportAnswer {
    // libcurl takes a connection that ends in the head for an answer without a body.
    guard let head else { throw .interrupted }
    if let inflater, !inflater.isAtEnd { throw .brokenEncoding }
    return TransportAnswer(head: head, body: body)
  }

  /// Returns the number of bytes to libcurl, or none where the transfer is to end.
  private static func pass(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, to context: UnsafeMutableRawPointer?,
    _ take: (AnswerReceiver, UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    guard let context else { return 0 }
    let receiver = Unmanaged<AnswerReceiver>.fromOpaque(context).takeUnretainedValue()
    return take(receiver, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
  }

  /// Takes a line of the head; returns false to end the transfer.
  private func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
    // After the body come the trailers.
    guard head == nil else { return true }
    return goesOn { () throws(TransportError) in
      guard let head = try heads.read(line) else { return }
      self.head = head
      guard let limit = bodyLimit(head) else { return end = .success(TransportAnswer(head: head)) }
      self.limit = limit
      if head.values(of: "content-encoding").contains(where: { $0.lowercased() == "gzip" }) {
        inflater = try Inflater()
      }
    }
  }

  /// Takes a piece of the body; returns false to end the transfer.
  private func takePiece(_ piece: UnsafeRawBufferPointer) -> Bool {
    goesOn { () throws(TransportError) in
      guard let inflater else { return try append(piece) }
      try inflater.unpack(piece, to: append)
    }
  }

  private func append(_ piece: UnsafeRawBufferPointer) throws(TransportError) {
    guard body.count + piece.count <= limit else { throw .bodyTooLarge }
    body += piece
  }

  private func goesOn(_ step: () throws(TransportError) -> Void) -> Bool {
    do throws(TransportError) {
      try step()
    } catch {
      end = .failure(error)
    }
    return end == nil
  }
}
