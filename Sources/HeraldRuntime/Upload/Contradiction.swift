import Herald

/// Evidence that a server does not have any more what it acknowledged: a smaller head than a receipt's, or another chain
/// at the same head.
struct Contradiction: Hashable, Sendable {
  /// The type of its event, which older readers keep as an unknown one.
  static let type: ExactString = "upload.contradicted"

  /// The server's address.
  let server: String
  /// The stream that it is about.
  let source: ExactString
  /// The server's head now, and its chain, which is nil where it has no event.
  let head: Int
  let chain: String?
  /// The phone's own head: as the server acknowledged it, or as the phone computed it over the lines that it sent.
  let ownHead: Int
  let ownChain: [UInt8]

  /// The id of its event: the same for the same contradiction, so that a crash makes no second one.
  var id: ExactString {
    let digest = Digest.of("\(server)\n\(source)\n\(data)").string.dropFirst("sha256:".count)
    return ExactString("contradicted-\(digest.prefix(24))")
  }

  /// The data of its event, in JSON.
  var data: String {
    var output = JSONWriter()
    output.object {
      $0.member("url", server)
      $0.member("source", source)
      $0.member("server") {
        $0.object {
          $0.member("head", head)
          $0.member("chain", chain)
        }
      }
      $0.member("own") {
        $0.object {
          $0.member("head", ownHead)
          $0.member("chain", Hex.text(of: ownChain))
        }
      }
    }
    return output.string
  }
}
