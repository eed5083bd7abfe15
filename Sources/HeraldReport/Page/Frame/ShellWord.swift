import Herald

/// A text as a shell takes it, so that a command can be copied from a page.
struct ShellWord {
  /// Nil where the text has what cannot be seen: a command with it would not be the one that is read.
  let text: String?

  init(_ word: String) {
    if word.shown != word || word.isEmpty {
      text = nil
    } else if word.utf8.allSatisfy(Self.isPlain) {
      text = word
    } else {
      // By scalars: a quote followed by a combining accent is a quote to a shell.
      let scalars = word.unicodeScalars.flatMap { $0 == "'" ? Array("'\\''".unicodeScalars) : [$0] }
      text = "'" + String(String.UnicodeScalarView(scalars)) + "'"
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "/._-+:@%=,".utf8.contains(byte)
    }
  }
}
