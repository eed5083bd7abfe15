import SystemPackage

extension FetchFault {
  static let missingFile = Self(
    "missing", "missingFile", "There is no such file.", why: "Nothing has this name.", fix: "Check the path.")

  static let directory = Self(
    "unreadable", "directory", "This is a folder.", why: "A policy is one file.", fix: "Name the file in it.")

  static func unreadableFile(_ errno: Errno) -> Self {
    Self(
      "unreadable", "unreadableFile", "The file cannot be read.", why: "The system says: \(errno).",
      fix: "Check the file and who may read it.")
  }

  static let unusableFileURL = Self(
    "invalidUrl", "invalidUrl", "Nothing was read: the address names no file of this machine.",
    why: "A file's URL has no host, and an absolute path.", fix: "Write it as `file:///path`, or as a plain path.")
}
