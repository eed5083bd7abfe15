/// The signature file that came with an answer, and the document that it came beside.
///
/// One reference, because most fetches have no signature and a replay copies their data often.
package final class ReceivedSignature: Sendable {
  /// The file's text, as it was fetched.
  package let text: ExactString
  /// The document of the same answer; nil in a 304, and until the reader of the log adds it.
  package let body: DocumentBody?
  /// True if the document counts as signed: nothing is verified, and the expiry that the text promises counts. Without
  /// a text, the expiry of the policy in force counts.
  package let isAssumed: Bool

  package init(_ text: ExactString, body: DocumentBody? = nil, isAssumed: Bool = false) {
    self.text = text
    self.body = body
    self.isAssumed = isAssumed
  }
}

extension FetchSucceeded {
  /// The text of the signature file that came with the answer; nil where none came.
  public var signature: ExactString? {
    receivedSignature.flatMap { $0.isAssumed && $0.text.isEmpty ? nil : $0.text }
  }

  /// Lets the document count as signed, for questions about a policy that is not published yet.
  package mutating func assumeSignature() {
    receivedSignature = ReceivedSignature(receivedSignature?.text ?? "", isAssumed: true)
  }

  /// Adds the document to its signature, so that folding can verify it.
  package mutating func attach(_ body: DocumentBody) {
    guard let receivedSignature else { return }
    self.receivedSignature = ReceivedSignature(
      receivedSignature.text, body: body, isAssumed: receivedSignature.isAssumed)
  }
}
