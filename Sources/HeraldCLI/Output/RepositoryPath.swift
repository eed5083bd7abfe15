import Foundation

/// A file's path as a hosting service names it: relative to the repository.
enum RepositoryPath {
  /// The folder that paths are relative to: `GITHUB_WORKSPACE` where the command runs in it, else the working folder.
  static let root: String = {
    let here = FileManager.default.currentDirectoryPath
    let workspace = ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"] ?? ""
    guard !workspace.isEmpty, (here + "/").hasPrefix(folder(workspace)) else { return folder(here) }
    return folder(workspace)
  }()

  private static func folder(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

  /// The path below the repository; nil for a file elsewhere and for standard input.
  static func relative(_ name: String) -> String? {
    guard name != "-" else { return nil }
    let path = absolute(name)
    return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : nil
  }

  static func absolute(_ name: String) -> String { URL(fileURLWithPath: name).standardizedFileURL.path }
}
