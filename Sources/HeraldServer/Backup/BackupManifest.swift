package import Herald
import HeraldQuestions

/// `backup.json`: the files of a backup with their digests, and its apps.
struct BackupManifest {
  static let name = "backup.json"
  private static let version = 1

  /// A file and what it was when it was backed up.
  struct File {
    /// Its path within the backup.
    let path: String
    let sum: SyncedFile.Sum
  }

  let made: Timestamp
  var files: [File] = []
  var apps: [BackedUpApp] = []

  init(made: Timestamp) { self.made = made }

  /// Reads a manifest.
  ///
  /// - Returns: nil for a text that is none.
  init?(_ text: String) {
    guard let root = try? JSONNode.read(text).node, root[name: "backup"]?.number == Self.version,
      let made = root[name: "made"]?.string.flatMap({ DeviceTime(rfc3339: $0) }),
      case .array(let files)? = root[name: "files"]?.value, case .array(let apps)? = root[name: "apps"]?.value
    else { return nil }
    self.made = made.moment
    for file in files {
      guard let path = file[name: "path"]?.string, Self.isFile(path), let bytes = file[name: "bytes"]?.number,
        let sha256 = file[name: "sha256"]?.string
      else { return nil }
      self.files.append(File(path: path, sum: SyncedFile.Sum(bytes: bytes, sha256: sha256)))
    }
    for app in apps {
      guard let name = app[name: "name"]?.string, PackageName.isValid(name), let events = app[name: "events"]?.number,
        let installations = app[name: "installations"]?.number
      else { return nil }
      self.apps.append(BackedUpApp(name: name, events: events, installations: installations))
    }
  }

  var json: [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("backup", Self.version)
      $0.member("made", made)
      $0.member("apps", apps) { output, app in output.object { app.write(into: &$0) } }
      $0.member("files", files) { output, file in
        output.object {
          $0.member("path", file.path)
          $0.member("bytes", file.sum.bytes)
          $0.member("sha256", file.sum.sha256)
        }
      }
    }
    return output.bytes
  }

  /// True if a path stays within a folder. A manifest that was changed must not name a file elsewhere.
  private static func isFile(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return parts.allSatisfy(PackageName.isFile)
      && (parts.count == 1 || parts.count == 2 && ServerFile.backedUpFolders.contains(parts[0]))
  }
}

/// An app in a backup.
package struct BackedUpApp: Sendable {
  /// The package name.
  package let name: String
  package let events: Int
  package let installations: Int

  /// Appends what is known of the app.
  package func write(into output: inout JSONWriter) {
    output.member("name", name)
    output.member("events", events)
    output.member("installations", installations)
  }
}

extension JSONNode {
  /// The number that the node is, where it is whole.
  var number: Int? {
    guard case .number(let text) = value else { return nil }
    return Int(text)
  }
}
