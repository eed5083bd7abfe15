import Foundation
import Herald
import HeraldLog
import SystemPackage

/// A folder that appears whole or not at all: it is filled beside its path and renamed.
///
/// Only its owner can read it, because a server's secret is in it. A crash leaves a hidden folder that ends with `.part`.
final class NewFolder {
  let path: String
  private let temporary: String
  private var isDone = false

  /// - Throws: ``ServerError`` where something is in the way, or the folder above is missing.
  init(_ target: String) throws {
    let url = URL(fileURLWithPath: target).standardizedFileURL
    path = url.path
    let parent = url.deletingLastPathComponent()
    temporary =
      parent.appendingPathComponent(".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).part").path
    try Self.check(path, in: parent.path, named: target)
    // Of an earlier process with the same number.
    try? FileManager.default.removeItem(atPath: temporary)
    guard mkdir(temporary, 0o700) == 0 else { throw SyncedFile.failed(path, Errno(rawValue: errno)) }
  }

  private static func check(_ path: String, in parent: String, named target: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder), isFolder.boolValue else {
      throw ServerError(
        .noParentFolder, "`\(target)` cannot be made.", file: target, why: "there is no folder `\(parent)`")
    }
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    let files = try? FileManager.default.contentsOfDirectory(atPath: path)
    guard isFolder.boolValue, let files, files.isEmpty else {
      let why = isFolder.boolValue ? "it has \((files ?? []).count) files" : "it is a file"
      throw ServerError(.folderInTheWay, "`\(target)` is there already.", file: target, why: why)
    }
  }

  /// The place of a file until the folder appears; its own folder is made.
  func place(_ name: String) throws -> String {
    let place = "\(temporary)/\(name)"
    let folder = URL(fileURLWithPath: place).deletingLastPathComponent().path
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw SyncedFile.failed(path, Errno(rawValue: errno)) }
    return place
  }

  /// Makes everything durable and renames the folder.
  func appear() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: temporary).map { "\(temporary)/\($0)" }
    for folder in folders + [temporary] { try SyncedFile.sync(folder) }
    guard rename(temporary, path) == 0 else { throw SyncedFile.failed(path, Errno(rawValue: errno)) }
    isDone = true
    try SyncedFile.sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  deinit { if !isDone { try? FileManager.default.removeItem(atPath: temporary) } }
}
