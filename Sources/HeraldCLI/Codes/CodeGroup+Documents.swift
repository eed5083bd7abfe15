import HeraldFormats

/// What is found in documents.
extension CodeGroup {
  static let documents = CodeGroup(
    name: "finding in a document",
    codes: [
      CodeExplanation(
        "byteOrderMark", "The document begins with a byte order mark.", when: "It was saved as UTF-8 with one.",
        fix: "Save it as UTF-8 without one."),
      CodeExplanation(
        "trailingComma", "A comma stands before a closing bracket.", when: "Herald accepts it; strict readers do not.",
        fix: "Remove the comma."),
      CodeExplanation(
        "otherFormat", "Nothing in the document is what its format reads.",
        when: "It looks like a document of another format.", fix: "Name that format in the fetch."),
      CodeExplanation(
        "singleObject", "A list is one object.", when: "`updates` or `messages` is `{…}` and not `[…]`.",
        fix: "Put it in `[ ]`."),
      CodeExplanation(
        "invalidRule", "A rule cannot be read and is left out.", when: "One of its keys has a wrong value.",
        fix: "Correct the place that is named."),
      CodeExplanation(
        "unknownKey", "A key is not one that Herald reads.", when: "It is misspelt, or meant for other readers.",
        fix: "Correct it, or leave it to the others."),
      CodeExplanation(
        "moreFindings", "A document has more to find than is kept.", when: "There were a thousand findings before.",
        fix: "Correct those first, and read it again."),
      CodeExplanation(
        "noUrl", "An update leads nowhere and is left out.",
        when: "Neither the document nor the fetch names a page that a device can open.",
        fix: "Publish a URL, or give the fetch a `storeUrl`."),
      CodeExplanation(
        "invalidVersion", "A version in the document is none.", when: "The rule that needs it is left out.",
        fix: "Publish a version such as `2.10`."),
      CodeExplanation(
        "invalidDate", "A date in the document is none.", when: "A time is not in the form that the format has.",
        fix: "Write seconds since 1970."),
      CodeExplanation(
        "appWithdrawn", "The server says that the app was withdrawn.", when: "A sunstripe answer has code 3000.",
        fix: "Check the app at the server."),
      CodeExplanation(
        "contradiction", "Two values of the document say opposite things.",
        when: "Such as a forced update that is not available.", fix: "Correct the one that is wrong."),
      CodeExplanation(
        "invalidRow", "A row of the table cannot be read and is left out.", when: "A key of it has a wrong value.",
        fix: "Correct the place that is named."),
      CodeExplanation(
        "sameVersion", "Two rows are for one version.", when: "The versions are equal, however they are written.",
        fix: "Keep one of them."),
    ])

  static let lints = CodeGroup(
    name: "finding of `herald lint`",
    codes: Lint.checks.map { check in
      let isNote = check.severity == .note
      return CodeExplanation(
        check.code, check.summary.prefix(1).uppercased() + check.summary.dropFirst() + ".",
        when:
          "A \(check.severity.rawValue): it can be read, and \(isNote ? "may not be" : "is probably not") meant so.",
        fix: "`herald lint POLICY` shows the place, why it matters, and what to write instead.")
    })
}
