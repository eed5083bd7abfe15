package import Herald

/// The installations of a log, numbered from 0 in the order in which they appear.
///
/// Its members are inlined where lines are read. Bench row 3: without those marks 23 % more instructions.
package struct StreamIndex: ~Copyable {
  /// The end of a stream, as far as it was read.
  package struct Stream {
    let source: ExactString
    /// The last revision; 0 before the first event.
    package var head = 0
    /// Kept up to date while the ids of all streams ascend.
    var lastID = LastID()
    /// True if its lines carry revisions; nil before the first.
    var isNumbered: Bool?
  }

  private var streams = BlockList<Stream>()
  /// The streams' numbers by the hashes of their sources.
  private var numbers = HashTable(capacity: 1024)

  package var count: Int { streams.count }

  /// True if a stream belongs to a source.
  @inline(__always)
  private func isStream(_ number: Int, of source: BorrowedBytes) -> Bool {
    streams[number].source.isEqual(to: source)
  }

  /// The number of a source; nil for a new one.
  @inline(__always)
  func known(_ source: BorrowedBytes, hash: UInt64) -> Int? {
    numbers.first(hash, where: { number, _ in isStream(Int(number), of: source) }).map(Int.init)
  }

  /// The number of a source, and whether the source is new.
  package mutating func number(of source: BorrowedBytes, hash: UInt64) -> (number: Int, isNew: Bool) {
    if let number = known(source, hash: hash) { return (number, false) }
    if numbers.count * 2 >= numbers.capacity { numbers.grow() }
    numbers.insert(UInt32(streams.count), key: HashTable.key(hash))
    streams.append(Stream(source: ExactString(String(decoding: source, as: UTF8.self))))
    return (streams.count - 1, true)
  }

  @inline(__always)
  package subscript(number: Int) -> Stream {
    _read { yield streams[number] }
    _modify { yield &streams[number] }
  }

  /// The source of a stream. Copies no other part of the entry.
  @inline(__always)
  package func source(of number: Int) -> ExactString { streams[number].source }

  /// True if a revision is the next of a stream whose lines are numbered.
  @inline(__always)
  func expects(_ revision: Int, of number: Int) -> Bool {
    streams[number].isNumbered == true && streams[number].head + 1 == revision
  }

  /// Notes the id of a stream's next event; returns false where it is not above all earlier ids.
  @inline(__always)
  mutating func ascends(_ number: Int, to id: BorrowedBytes) -> Bool {
    streams[number].lastID.ascends(to: id)
  }

  /// Notes the revision of a stream's next event.
  @inline(__always)
  package mutating func advance(_ number: Int, to revision: Int, isNumbered: Bool) {
    streams[number].head = revision
    streams[number].isNumbered = isNumbered
  }
}
