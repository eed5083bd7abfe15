import AsyncHTTPClient
import Herald
import NIOCore
import NIOHTTP1

/// Reads the body of an answer with status 200, up to the size limit of documents.
struct DocumentBody {
  private let response: HTTPClientResponse
  private let limit: Int

  init(_ response: HTTPClientResponse, limit: Int) {
    self.response = response
    self.limit = limit
  }

  func text(from address: WebAddress, _ limits: HTTPOptions.Limits) async throws(FetchFault) -> String {
    try checkHead()
    let bytes = try await bytes(from: address, limits)
    let charset = DocumentText.charset(ofContentType: response.headers.first(name: "content-type"))
    return try DocumentText.document(bytes, charset: charset, limit: limit)
  }

  /// Refuses a body that the headers show to be unusable, before reading it.
  private func checkHead() throws(FetchFault) {
    let encodings = response.headers[canonicalForm: "content-encoding"].map { $0.lowercased() }
      .filter { $0 != "identity" }
    guard encodings.isEmpty || encodings == ["gzip"] else {
      throw .unknownEncoding(encodings.joined(separator: ", "))
    }
    // With gzip this is the compressed length, which may even be longer.
    if encodings.isEmpty, let length = response.headers.first(name: "content-length").flatMap({ Int($0) }),
      length > limit
    {
      throw .tooLarge(limit: limit)
    }
  }

  private func bytes(from address: WebAddress, _ limits: HTTPOptions.Limits) async throws(FetchFault) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await chunk in response.body {
        guard bytes.count + chunk.readableBytes <= limit else { throw FetchFault.tooLarge(limit: limit) }
        bytes += chunk.readableBytesView
      }
    } catch let fault as FetchFault {
      throw fault
    } catch {
      throw FetchFault(error, from: address, limits)
    }
    // The library ends a cancelled body as if it were complete.
    if Task.isCancelled { throw .cancelled }
    return bytes
  }
}
