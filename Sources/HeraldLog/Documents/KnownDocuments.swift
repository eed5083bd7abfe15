import Herald

/// The documents that the events admitted so far have brought.
protocol KnownDocuments: AnyObject {
  /// Keeps a document, so that later fetches may name it by its digest alone.
  func put(_ text: String, digest: ExactString) throws
  func contains(_ digest: ExactString) throws -> Bool
}

extension DocumentShelf: KnownDocuments {}
