public import Herald

/// The installations of a log that are replayed.
public enum StreamSelection: Hashable, Sendable {
  /// Every installation.
  case all
  /// The installations with these names.
  case sources(Set<ExactString>)
  /// Every installation whose name contains one of these texts.
  case containing([ExactString])
  /// The installation of the log's first event.
  case first

  /// The installation with this name.
  public static func source(_ source: ExactString) -> StreamSelection { .sources([source]) }

  /// True if an installation is selected.
  ///
  /// - Parameter number: the installation's place in the log, from 0 in the order of appearance.
  func includes(_ source: ExactString, number: Int) -> Bool {
    switch self {
    case .all: true
    case .sources(let wanted): wanted.contains(source)
    case .containing(let parts): parts.contains { source.contains($0) }
    case .first: number == 0
    }
  }
}

extension ExactString {
  /// True if another text is a part of this one, byte for byte.
  package func contains(_ part: ExactString) -> Bool { string.utf8.contains(part.string.utf8) }
}

/// The selected streams of a log, each looked at once.
struct SelectedStreams {
  private let selection: StreamSelection
  private let isAll: Bool
  private var flags: [Bool] = []

  init(_ selection: StreamSelection) {
    self.selection = selection
    isAll = selection == .all
  }

  /// True if a stream is replayed.
  ///
  /// - Parameter streams: the streams that were read so far.
  mutating func includes(_ number: Int, of streams: borrowing StreamIndex) -> Bool {
    if isAll || number < flags.count { return isAll || flags[number] }
    return addFlags(to: number, streams)
  }

  private mutating func addFlags(to number: Int, _ streams: borrowing StreamIndex) -> Bool {
    while flags.count <= number {
      flags.append(selection.includes(streams.source(of: flags.count), number: flags.count))
    }
    return flags[number]
  }
}
