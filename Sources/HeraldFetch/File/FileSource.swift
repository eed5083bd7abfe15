import Foundation
import Herald
import SystemPackage

/// A policy in a file, such as one in the app's bundle.
///
/// ```swift
/// let outcome = await FileSource("policies/shop.json").fetch(FetchRequest())
/// ```
///
/// Each fetch reads the file again. The outcome is a document without validators, or a failure with the reason
/// `missing`, `unreadable`, `tooLarge`, `notText` or `invalidUrl`.
public struct FileSource: PolicySource {
  /// The file as a `file:` URL, as events name it.
  public let url: String
  private let path: String?

  /// Makes a source; the file is opened by ``fetch(_:)``.
  ///
  /// - Parameter location: a path, relative to the working folder or not, or a `file:` URL of this machine.
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

  /// Reads the file once, and the signature file beside it where one is wanted.
  public func fetch(_ request: FetchRequest) async -> FetchOutcome {
    do throws(FetchFault) {
      let text = try read(path, upTo: request.sizeLimit)
      guard request.wantsSignature, let path else { return .document(text: text, Validators()) }
      let signature = try? read("\(path).minisig", upTo: FetchRequest.signatureSizeLimit)
      return .document(text: text, Validators(), signature: signature)
    } catch {
      return .failed(error.failure(at: url))
    }
  }

  private func read(_ path: String?, upTo limit: Int) throws(FetchFault) -> String {
    guard let path, !path.isEmpty, !path.utf8.contains(0) else { throw .unusableFileURL }
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      bytes = try file.closeAfter { try Self.bytes(of: file, upTo: limit) }
    } catch Errno.noSuchFileOrDirectory {
      throw .missingFile
    } catch Errno.isDirectory {
      throw .directory
    } catch let errno as Errno {
      throw .unreadableFile(errno)
    } catch {
      throw .other("\(error)")
    }
    return try DocumentText.document(bytes, limit: limit)
  }

  /// The file's bytes, and of a larger file enough to exceed the limit: a device file never ends.
  private static func bytes(of file: FileDescriptor, upTo limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = try chunk.withUnsafeMutableBytes { try file.read(into: $0) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
