import SwiftSyntax

/// Texts that are put into a source, without a change of its other bytes.
struct Insertions {
  private var all: [Insertion] = []

  /// Text before an offset, in place of some bytes there.
  private struct Insertion {
    let offset: Int
    let text: String
    var replaced = 0
    /// The offset at which the parenthesis was opened that this closes; nil for what opens.
    var opened: Int?
    let order: Int
  }

  mutating func open(_ text: String, before node: some SyntaxProtocol) {
    all.append(Insertion(offset: node.positionAfterSkippingLeadingTrivia.utf8Offset, text: text, order: all.count))
  }

  mutating func wrap(_ node: some SyntaxProtocol, in opening: String, _ closing: String) {
    open(opening, before: node)
    all.append(
      Insertion(
        offset: node.endPositionBeforeTrailingTrivia.utf8Offset, text: closing,
        opened: node.positionAfterSkippingLeadingTrivia.utf8Offset, order: all.count))
  }

  mutating func replace(_ node: some SyntaxProtocol, by text: String) {
    all.append(
      Insertion(
        offset: node.positionAfterSkippingLeadingTrivia.utf8Offset, text: text,
        replaced: node.trimmedLength.utf8Length, order: all.count))
  }

  /// The source with the texts: at one offset the inner parentheses close before the outer ones, and what closes stands
  /// before what opens.
  func applied(to source: String) -> String {
    let sorted = all.sorted { one, other in
      if one.offset != other.offset { return one.offset < other.offset }
      switch (one.opened, other.opened) {
      case (let left?, let right?): return left != right ? left > right : one.order > other.order
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return one.order < other.order
      }
    }
    let bytes = Array(source.utf8)
    var (result, position) = ([UInt8](), 0)
    for insertion in sorted {
      result += bytes[position..<insertion.offset]
      result += Array(insertion.text.utf8)
      position = insertion.offset + insertion.replaced
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}
