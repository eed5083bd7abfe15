import Herald

/// Reports events without effect.
extension AuditReport {
  /// Reports a push or a button that changed nothing.
  func ignored(_ reason: IgnoredEvent, _ words: String, at fact: Fact, of source: ExactString) throws {
    try sink.send(json: json(reason, fact, source), words: told(words, fact, source))
  }

  private func told(_ words: String, _ fact: Fact, _ source: ExactString) -> String {
    let label = fact.data.type == .buttonChosen ? "stray" : "ignored"
    let title = fact.data.words?.title ?? ""
    return "\(style.yellow(label.padded(to: 11)))  \(place(of: fact, source))\n             \(title): \(words)\n"
  }

  private func json(_ reason: IgnoredEvent, _ fact: Fact, _ source: ExactString) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.moment(of: source, revision: fact.revision, time: fact.time)
      $0.member("ignored", word: reason)
    }
    return output.bytes
  }

  /// Reports a document that arrived and was refused.
  func refused(_ refusal: Refusal, by fetch: FetchSucceeded, at fact: Fact, of source: ExactString) throws {
    try sink.send(json: json(refusal, fetch, fact, source), words: words(refusal, fetch, fact, source))
  }

  private func words(_ refusal: Refusal, _ fetch: FetchSucceeded, _ fact: Fact, _ source: ExactString) -> String {
    "\(style.yellow("refused".padded(to: 11)))  \(place(of: fact, source))\n             "
      + "the document \(refusal.digest.shortDigest) (\(fetch.format.string.shown)): "
      + "\(refusal.reason.rawValue), \(refusal.reason.words)\n"
  }

  private func json(_ refusal: Refusal, _ fetch: FetchSucceeded, _ fact: Fact, _ source: ExactString) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.moment(of: source, revision: fact.revision, time: fact.time)
      $0.member("refused") {
        $0.object {
          $0.member("digest", refusal.digest)
          $0.member("format", fetch.format)
          $0.member("reason", word: refusal.reason)
        }
      }
    }
    return output.bytes
  }

  private func place(of fact: Fact, _ source: ExactString) -> String {
    "\(source.string.shown), revision \(fact.revision), \(fact.time.words)"
  }
}
