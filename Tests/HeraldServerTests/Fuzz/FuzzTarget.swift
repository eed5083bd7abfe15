/// A way of strangers' bytes into Herald, as the fuzzer and the tests walk it.
///
/// The first byte of an input chooses among forms; the rest is what a stranger would send.
enum FuzzTarget: String, CaseIterable {
  case body, documents, analysis, signatures, conditions, queries

  /// Reads an input as the product reads it. Refusing it is fine.
  ///
  /// - Throws: ``Disagreement`` where two ways that have to agree do not.
  func read(_ bytes: [UInt8]) throws {
    guard let form = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    switch self {
    case .body: try FuzzedBody.read(form, rest)
    case .documents: try FuzzedDocument.read(form, rest)
    case .analysis: try FuzzedAnalysis.read(form, rest)
    case .signatures: try FuzzedSignature.read(form, rest)
    case .conditions: try FuzzedCondition.read(form, rest)
    case .queries: try FuzzedQuery.read(form, rest)
    }
  }
}

/// Two ways that have to agree, and do not.
struct Disagreement: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Compares the results of two ways.
///
/// - Throws: ``Disagreement`` where they differ.
func agree<Value: Equatable>(
  _ left: @autoclosure () throws -> Value, _ right: @autoclosure () throws -> Value, _ what: String
) throws {
  let (left, right) = (try left(), try right())
  if left != right { throw Disagreement("\(what): \(left) and \(right)") }
}
