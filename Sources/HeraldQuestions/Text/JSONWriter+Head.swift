package import Herald
package import HeraldLog

extension JSONWriter {
  /// Appends the end of a stream, which `herald audit --head` compares with.
  package mutating func head(_ head: StreamHead) {
    object {
      $0.member("source", head.source)
      $0.member("revision", head.revision)
      $0.member("chain", head.chain)
    }
  }
}
