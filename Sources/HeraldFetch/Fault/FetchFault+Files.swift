import SystemPackage

extension FetchFault {
  static let missingFile = Self(
    .missing, .missingFile, "There is no such file.", why: "nothing has this name", fix: "check the path")

  static let directory = Self(
    .unreadable, .directory, "This is a folder.", why: "a policy is one file", fix: "name the file in it")

  static func unreadableFile(_ errno: Errno) -> Self {
    Self(
      .unreadable, .unreadableFile, "The file cannot be read.", why: "the system says: \(errno)",
      fix: "check the file and who may read it")
  }

  static let unusableFileURL = Self(
    .invalidUrl, .invalidUrl, "Nothing was read: the address names no file of this machine.",
    why: "a file's URL has no host, and an absolute path", fix: "write it as `file:///path`, or as a plain path")
}
