import AsyncHTTPClient
import Herald
import NIOCore
import NIOHTTP1

/// The body of an answer with status 200, read no further than a document may be long.
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

  /// What the head tells of a body that is not worth reading.
  private func checkHead() throws(FetchFault) {
    let encodings = response.headers[canonicalForm: "content-encoding"].map { $0.lowercased() }
      .filter { $0 != "identity" }
    guard encodings.isEmpty || encodings == ["gzip"] else {
      throw .unknownEncoding(encodings.joined(separator: ", "))
    }
    // With gzip the length is the packed one, which may even be longer.
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
    // A cancelled body ends as if it were complete.
    if Task.isCancelled { throw .cancelled }
    return bytes
  }
}
