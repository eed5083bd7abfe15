import Herald

/// Trouble with keys and signature files, and what is probably not meant so.
enum TrustCode: String, ExplainedCode {
  case noPublicKey, noSecretKey, encryptedKey, keyExists, cannotSign, otherPromise, notASignatureFile, repeatedPromise,
    unreadablePromise, noExpiry, farExpiry, exitByOneKey, secretKeyBeside

  static let kind = "keys and signatures of policies"

  var explanation: CodeExplanation {
    switch self {
    case .noPublicKey:
      CodeExplanation(
        "The file or text is not a public key.",
        when: "`--key` names neither a file such as `publisher.pub` nor a key's 56 characters.",
        fix: "Give the `.pub` file that `herald key new` wrote, or the text in it.", exit: .invalid)
    case .noSecretKey:
      CodeExplanation(
        "The file is not a secret key, or a damaged one.",
        when: "It is the public key, or its two halves do not belong together.",
        fix: "Give the `.key` file that `herald key new` or `minisign -G -W` wrote.", exit: .invalid)
    case .encryptedKey:
      CodeExplanation(
        "The secret key is under a password.",
        when: "`minisign -G` made it without `-W`.",
        fix: "Sign with `minisign -S -l`, or take the password off a copy with `minisign -C -W`.", exit: .invalid)
    case .keyExists:
      CodeExplanation(
        "A file of that name is there already.",
        when: "A key would be written over another one, which nobody could get back.",
        fix: "Choose another name.")
    case .cannotSign:
      CodeExplanation(
        "The system's library did not sign.", when: "It is damaged, or has no Ed25519.",
        fix: "Check the installation of libcrypto.")
    case .otherPromise:
      CodeExplanation(
        "What should be promised contradicts the document.",
        when: "`--package` or `--revision` differs from the document's own, or other signers promised something else.",
        fix: "Leave the option out: the document's value is promised.", exit: .invalid)
    case .notASignatureFile:
      CodeExplanation(
        "What lies beside the document is not a signature file.",
        when: "A line of it is not what minisign writes, or it is a signature over a hash. Apps count it as none.",
        fix: "Sign with `herald sign`, or with `minisign -S -l`.", exit: .invalid)
    case .repeatedPromise:
      CodeExplanation(
        "A word of the trusted comment stands there twice.", when: "The first counts.", fix: "Sign again with one.")
    case .unreadablePromise:
      CodeExplanation(
        "A word of the trusted comment promises nothing.",
        when: "The value of `package:`, `revision:` or `expires:` cannot be read.",
        fix: "Write an integer, or a time such as 2026-12-20T00:00:00Z.")
    case .noExpiry:
      CodeExplanation(
        "The signature never expires.",
        when: "Its trusted comment has no `expires:`. Nobody then notices that newer policies are kept back.",
        fix: "Sign with `--expires 60d`, and again in time.")
    case .farExpiry:
      CodeExplanation(
        "The signature expires in more than 90 days.",
        when: "For so long nobody notices that newer policies are kept back.",
        fix: "Sign for a shorter time, and again in time.")
    case .exitByOneKey:
      CodeExplanation(
        "One key alone can lock every user out.",
        when: "The document has an `exit` rule, and the threshold is 1.",
        fix: "Trust two keys that lie in different places, with a threshold of 2.")
    case .secretKeyBeside:
      CodeExplanation(
        "A secret key lies beside the document.",
        when: "The folder that is published has a `.key` file. Everybody who can read it can sign for you.",
        fix: "Move it away, and make a new one if it was published.")
    }
  }
}
