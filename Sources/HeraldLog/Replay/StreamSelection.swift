public import Herald

/// Which installations of a log are replayed.
public enum StreamSelection: Hashable, Sendable {
  /// Every installation.
  case all
  /// The installation with this name.
  case source(ExactString)
  /// The installations with these names.
  case sources(Set<ExactString>)
  /// Every installation whose name contains this text.
  case containing(ExactString)
  /// The installation of the log's first event.
  case first

  /// Whether an installation is selected.
  ///
  /// - Parameter number: the installation's place in the log, from 0 in the order of appearance.
  func includes(_ source: ExactString, number: Int) -> Bool {
    switch self {
    case .all: true
    case .source(let wanted): source == wanted
    case .sources(let wanted): wanted.contains(source)
    case .containing(let part): source.string.utf8.contains(part.string.utf8)
    case .first: number == 0
    }
  }
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

  /// Whether a stream is replayed.
  ///
  /// - Parameter streams: the streams that were read so far.
  @inline(__always)
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
