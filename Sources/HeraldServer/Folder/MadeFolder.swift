import Foundation
import HeraldLog
import SystemPackage

/// Makes the folders that a server writes to.
enum MadeFolder {
  /// Makes a folder that only its owner can read, and the folders above it. A folder that is there stays as it is.
  ///
  /// - Throws: ``ServerError`` that names the part of the path at which it failed.
  static func make(_ path: String) throws {
    let whole = FilePath(path)
    var part = FilePath(root: whole.root)
    for component in whole.components {
      part.append(component)
      guard mkdir(part.string, 0o700) != 0 else { continue }
      let error = Errno(rawValue: errno)
      // It may be there and be on a disk that is read only, or in a folder where nothing may be made.
      if isFolder(part.string) { continue }
      throw failed(path, at: part.string, error)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func failed(_ path: String, at place: String, _ error: Errno) -> any Error {
    let what = "The folder `\(path)` cannot be made."
    switch error {
    case .fileExists:
      return ServerError(
        .folderInTheWay, what, file: place, why: "`\(place)` is there and is not a folder",
        fix: "move `\(place)` away, or name another folder")
    case .noSpace, .diskQuotaExceeded: return SyncedFile.failed(path, error)
    case .permissionDenied, .notPermitted, .readOnlyFileSystem:
      return ServerError(
        .cannotCopy, what, file: place, why: "`\(place)` cannot be made: \(error.description)",
        fix: "make it for this user beforehand, or name a folder where this user may write")
    default:
      return ServerError(
        .cannotCopy, what, file: place, why: "`\(place)` cannot be made: \(error.description)",
        fix: "name another folder")
    }
  }
}
