package import Herald
package import HeraldLog

/// One installation of a log, which the person names by its `source` or by any part that no other has.
extension LoggedEvents {
  /// The same events, restricted to one installation.
  ///
  /// Lines are read beforehand, because a part of a name may turn out to be a part of another name too.
  ///
  /// - Parameter text: nil for all installations.
  /// - Throws: ``LogRefused`` where the text means none or several, with the candidates.
  package func only(_ text: String?) throws -> LoggedEvents {
    guard let text else { return self }
    var only = self
    var read: any LineLog = log
    if let reader = log as? LogReader {
      if let reopen {
        read = try readThrough(reopen)
      } else {
        try reader.check()
        only = LoggedEvents(try reader.again(shelf: shelf(replacement: replacement)), reopen: nil, self)
      }
      only.isChecked = true
    }
    only.streams = .source(try SourceText.resolve(ExactString(text), in: read, named: name))
    return only
  }

  /// The same events, restricted to these installations.
  package func only(_ sources: Set<ExactString>) -> LoggedEvents {
    var only = self
    only.streams = .sources(sources)
    return only
  }

  /// The only installation; nil for all.
  package var selected: ExactString? {
    guard case .sources(let sources) = streams else { return nil }
    return sources.first
  }

  /// The streams to replay for a question about one installation. A ledger needs its stream alone. A log of lines needs
  /// all streams that the text may mean, because only the end of the log shows which one it is.
  ///
  /// - Parameter texts: none for the only installation of the log.
  package func candidates(_ texts: [ExactString]) throws -> StreamSelection {
    guard log is LogReader else {
      return .sources(try texts.isEmpty ? [installation(nil)] : Set(texts.map { try installation($0) }))
    }
    return texts.isEmpty ? .first : .containing(texts)
  }

  /// The installation that a text means, after the log was read; of a ledger, at any time.
  ///
  /// - Parameter text: nil for the only installation of the log.
  /// - Throws: ``LogRefused`` where the text means none or several, with the candidates.
  package func installation(_ text: ExactString?) throws -> ExactString {
    try SourceText.resolve(text, in: log, named: name)
  }
}
