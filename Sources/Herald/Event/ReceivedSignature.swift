/// The signature file that came with an answer, and the document that it came beside.
///
/// One reference, because most fetches have no signature and a replay copies their data often.
package final class ReceivedSignature: Sendable {
  /// The grounds on which a document's signature counts.
  package enum Standing: Sendable {
    /// The app verifies it with its keys.
    case received
    /// The document counts as signed: nothing is verified, and the expiry that the text promises counts. Without a text,
    /// the expiry of the policy in force counts.
    case assumed
    /// As `assumed`, of a draft that would be signed anew: an expiry that has passed does not count.
    case assumedAnew
    /// The text is a draft's own, and the draft counts as signed: all its promises count, but no expiry that has passed.
    case draft
  }

  /// The file's text, as it was fetched.
  package let text: ExactString
  /// The document of the same answer; nil in a 304, and until the reader of the log adds it.
  package let body: DocumentBody?
  /// The grounds on which it counts.
  package let standing: Standing

  package init(_ text: ExactString, body: DocumentBody? = nil, standing: Standing = .received) {
    self.text = text
    self.body = body
    self.standing = standing
  }

  /// True if the document counts as signed, whatever the text is.
  package var isAssumed: Bool {
    switch standing {
    case .received: false
    case .assumed, .assumedAnew, .draft: true
    }
  }
}

extension FetchSucceeded {
  /// The text of the signature file that came with the answer; nil where none came.
  public var signature: ExactString? {
    receivedSignature.flatMap { $0.isAssumed && $0.text.isEmpty ? nil : $0.text }
  }

  /// Lets the document count as signed, for questions about a policy that is not published yet.
  ///
  /// - Parameter isAnew: true to let no expiry count that has passed: the publisher would sign the document anew.
  package mutating func assumeSignature(isAnew: Bool = false) {
    if case .draft? = receivedSignature?.standing { return }
    receivedSignature = ReceivedSignature(receivedSignature?.text ?? "", standing: isAnew ? .assumedAnew : .assumed)
  }

  /// Adds the document to its signature, so that folding can verify it.
  package mutating func attach(_ body: DocumentBody) {
    guard let receivedSignature else { return }
    self.receivedSignature = ReceivedSignature(
      receivedSignature.text, body: body, standing: receivedSignature.standing)
  }
}
