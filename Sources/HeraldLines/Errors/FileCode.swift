package import Herald

/// Faults of a file that cannot be opened, read or written.
package enum FileCode: String, ExplainedCode {
  case cannotOpen, cannotRead, cannotWrite, cannotUnpack, damagedArchive, notUTF8, tooLarge

  package static let kind = "trouble with a file or a question"

  package var explanation: CodeExplanation {
    switch self {
    case .cannotOpen:
      CodeExplanation(
        "A file cannot be opened.",
        when: "It is not there, or forbidden.",
        fix: "Check path and permissions.")
    case .cannotRead:
      CodeExplanation(
        "A file cannot be read to its end.",
        when: "It is a folder, or the disk fails.",
        fix: "Name a file that can be read.")
    case .cannotWrite:
      CodeExplanation(
        "A file or a folder cannot be written.",
        when: "Pages of codes are written.",
        fix: "Check path and permissions.")
    case .cannotUnpack:
      CodeExplanation(
        "There is no memory to unpack a file.",
        when: "A packed log is opened.",
        fix: "Free some.")
    case .damagedArchive:
      CodeExplanation(
        "A packed file is damaged.",
        when: "It is cut, or packed in another way than its name says.",
        fix: "Check that it is whole, and packed with gzip or zstd.", exit: .invalid)
    case .notUTF8:
      CodeExplanation(
        "A policy's file is not UTF-8.",
        when: "JSON is exchanged in UTF-8 alone.",
        fix: "Save it as UTF-8.")
    case .tooLarge:
      CodeExplanation(
        "A file is too large to be read at once.",
        when: "It is not a policy.",
        fix: "Check the path.")
    }
  }
}
