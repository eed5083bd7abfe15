import ArgumentParser

/// Refuses an empty argument, such as that of a shell's variable that is not set.
///
/// As a path it would stand for the current folder, and in an error it would not be seen.
enum EmptyArgument {
  /// - Parameter arguments: those of the process, its name first.
  /// - Throws: `ValidationError`.
  static func check(_ arguments: [String]) throws {
    // A shell that completes a line passes the word at the cursor, which may be empty.
    guard let place = arguments.dropFirst().firstIndex(of: ""), arguments[1] != "---completion" else { return }
    let name = place == 1 ? "The first argument" : "The argument after '\(arguments[place - 1].shown)'"
    throw ValidationError("\(name) is empty. Write a value; if a variable of the shell stands there, it is not set.")
  }
}
