import Foundation
import Herald
import SystemPackage

/// A policy in a file, read anew each time.
///
/// The outcome is a document or a failure, with the reason `missing`, `unreadable`, `tooLarge` or `notText`; a file has
/// no validators.
public struct FileSource: PolicySource {
  /// The file as a `file:` URL, as events name it.
  public let url: String
  private let path: String?

  /// - Parameter location: A path, relative to the working folder or not, or a `file:` URL of this machine.
  public init(_ location: String) {
    guard location.utf8.prefix(5).map({ $0 | 0x20 }).elementsEqual("file:".utf8) else {
      path = location
      url = URL(filePath: location, directoryHint: .notDirectory).absoluteString
      return
    }
    url = location
    let parts = URLComponents(string: location)
    let isHere = ["", "localhost"].contains(parts?.host?.lowercased() ?? "")
    path = parts.flatMap { isHere && $0.path.utf8.first == UInt8(ascii: "/") ? $0.path : nil }
  }

  public func fetch(_ request: FetchRequest) async -> FetchOutcome {
    do throws(FetchFault) {
      return .document(text: try read(), Validators())
    } catch {
      return .failed(error.failure(at: url))
    }
  }

  private func read() throws(FetchFault) -> String {
    guard let path, !path.isEmpty, !path.utf8.contains(0) else { throw .unusableFileURL }
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      bytes = try file.closeAfter { try Self.bytes(of: file) }
    } catch Errno.noSuchFileOrDirectory {
      throw .missingFile
    } catch Errno.isDirectory {
      throw .directory
    } catch let errno as Errno {
      throw .unreadableFile(errno)
    } catch {
      throw .other(error)
    }
    return try DocumentText.document(bytes, limit: Document.sizeLimit)
  }

  /// At most one byte more than a document may have: a device file never ends.
  private static func bytes(of file: FileDescriptor) throws -> [UInt8] {
    let size = Document.sizeLimit + 1
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]))
        if read == 0 { break }
        count += read
      }
    }
  }
}
