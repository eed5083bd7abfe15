import ArgumentParser

/// Refuses an empty argument, such as an unset variable of the shell.
///
/// As a path it would stand for the current folder, and in an error it would not be seen.
enum EmptyArgument {
  /// - Parameter arguments: the arguments of the process, its name first.
  /// - Throws: `ValidationError`.
  static func check(_ arguments: [String]) throws {
    // A shell that completes a line passes the word at the cursor, which may be empty. An empty command is unknown.
    guard let place = arguments.dropFirst(2).firstIndex(of: ""), arguments[1] != "---completion" else { return }
    throw ValidationError(
      "The argument after '\(arguments[place - 1].shown)' is empty. Write a value; if a variable of the shell stands "
        + "there, it is not set.")
  }
}
