package import Herald

/// The documents of the events that were admitted so far.
package protocol KnownDocuments: AnyObject {
  /// Keeps a document, so that later fetches may name it by its digest alone.
  func put(_ text: String, digest: ExactString) throws
  func contains(_ digest: ExactString) throws -> Bool
}

extension DocumentShelf: KnownDocuments {}
