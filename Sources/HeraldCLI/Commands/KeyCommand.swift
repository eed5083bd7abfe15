import ArgumentParser
import Herald
import HeraldQuestions

struct KeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Makes the keys that policies are signed with.",
    discussion: """
      Example:
        herald key new -o publisher
      """,
    subcommands: [NewKeyCommand.self])
}

struct NewKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Makes a key to sign with, NAME.key, and NAME.pub for the app.",
    discussion: """
      NAME.key is readable for its owner alone and under no password, as minisign -G -W writes it: keep it where only the \
      publisher signs, and a copy where nobody does. NAME.pub, or the text in it, is what apps and `herald verify` take. \
      A file that exists is never written over.

      Example:
        herald key new -o publisher
      """)

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The name of both files, without an ending.", valueName: "name"), completion: .file())
  var name: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Failure.telling {
      guard let key = SecretKey.random() else { throw SignCommand.cannotSign(name) }
      try KeyFile.write(key.text, to: "\(name).key", isSecret: true)
      try KeyFile.write(key.publicText, to: "\(name).pub", isSecret: false)
      try output.isJSON ? StandardOutput.write(json(key)) : StandardOutput.say(words(key))
    }
  }

  private func words(_ key: SecretKey) -> String {
    """
    \(Style.output.bold("\(name).key".shown))  signs: keep it secret, and a copy of it safe
    \(Style.output.bold("\(name).pub".shown))  \(key.publicKey.text)

    """
  }

  private func json(_ key: SecretKey) -> String {
    var output = JSONWriter()
    output.object {
      $0.member("secretKey", "\(name).key")
      $0.member("publicKey", "\(name).pub")
      $0.member("key", key.publicKey.text)
    }
    return output.string + "\n"
  }
}
