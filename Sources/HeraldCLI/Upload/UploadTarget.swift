import ArgumentParser

/// The server that logs are sent to, and who sends them.
struct UploadTarget: ParsableArguments {
  @Option(help: ArgumentHelp("The server's address.", valueName: "url"), completion: .free)
  var to: String

  @OptionGroup var access: ServerAccess

  /// - Throws: `ValidationError` without a token, and for an address that nothing is sent to.
  func server() throws -> EventServer {
    let token = try access.token(for: "import")
    return EventServer(try access.endpoint(to, "v1/events"), token: token)
  }
}
