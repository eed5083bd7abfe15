import Herald

/// The values of one column in the buffers that Apache Arrow has for its type.
struct ColumnBuffers {
  private let type: ColumnType
  private(set) var nulls = 0
  /// A bit for each row, set where it has a value.
  private var validity = Bits()
  /// The values of booleans.
  private var bits = Bits()
  /// The values of integers, moments in milliseconds, and the bits of real numbers.
  private var words: [Int64] = []
  /// The days of dates, and the index of each row's list.
  private var halfWords: [Int32] = []
  private var texts = Texts()
  private var lists = Lists()

  init(_ type: ColumnType) { self.type = type }

  /// Adds a value, and returns the number of bytes that it takes.
  mutating func append(_ cell: Cell) -> Int {
    if case .null = cell { return appendNull() }
    validity.append(true)
    switch cell {
    case .null: return 0
    case .text(let text): return texts.append(text)
    case .integer(let integer): words.append(Int64(integer))
    case .real(let real): words.append(Int64(bitPattern: real.bitPattern))
    case .boolean(let isTrue): bits.append(isTrue)
    case .timestamp(let moment): words.append(moment.milliseconds)
    case .date(let day): halfWords.append(Int32(clamping: day.number))
    case .list(let list):
      let (index, added) = lists.index(of: list, adding: &texts)
      halfWords.append(index)
      return added
    }
    return 8
  }

  private mutating func appendNull() -> Int {
    nulls &+= 1
    validity.append(false)
    switch type {
    case .text: texts.appendNone()
    case .integer, .real, .timestamp: words.append(0)
    case .boolean: bits.append(false)
    case .date, .list: halfWords.append(0)
    }
    return 8
  }

  /// The bytes of each buffer.
  var lengths: [Int] {
    let known = nulls == 0 ? 0 : validity.length
    switch type {
    case .text: return [known] + texts.lengths
    case .integer, .real, .timestamp: return [known, 8 * words.count]
    case .boolean: return [known, bits.length]
    case .date: return [known, 4 * halfWords.count]
    case .list: return [known, 4 * halfWords.count] + texts.lengths
    }
  }

  /// Writes the buffers, each filled up to a multiple of eight bytes, and empties them.
  mutating func take(into output: inout ByteOutput) {
    if nulls > 0 { output.appendFilled(validity.words) }
    switch type {
    case .text: texts.write(into: &output)
    case .integer, .real, .timestamp: output.appendFilled(words)
    case .boolean: output.appendFilled(bits.words)
    case .date: output.appendFilled(halfWords)
    case .list:
      output.appendFilled(halfWords)
      texts.write(into: &output)
    }
    nulls = 0
    validity.removeAll()
    bits.removeAll()
    words.removeAll(keepingCapacity: true)
    halfWords.removeAll(keepingCapacity: true)
    texts.removeAll()
    lists.removeAll()
  }
}

/// Bits, the first in the lowest bit of the first word.
private struct Bits {
  private(set) var words: [UInt64] = []
  private var count = 0

  /// The bytes that the bits need.
  var length: Int { (count + 7) / 8 }

  mutating func append(_ bit: Bool) {
    if count & 63 == 0 { words.append(0) }
    if bit { words[words.count &- 1] |= 1 << UInt64(count & 63) }
    count &+= 1
  }

  mutating func removeAll() {
    words.removeAll(keepingCapacity: true)
    count = 0
  }
}

/// Texts one after another, and where each ends.
private struct Texts {
  private var offsets: [Int32] = [0]
  private var utf8 = ByteOutput()

  var lengths: [Int] { [4 * offsets.count, utf8.count] }

  /// Adds a text, and returns the number of bytes that it and its offset take.
  mutating func append(_ text: ExactString) -> Int {
    let before = utf8.count
    text.withBytes { utf8.append($0) }
    appendNone()
    return utf8.count &- before &+ 4
  }

  /// Adds nothing. A batch is sent before its texts come near 2 GiB, and one text of an event is far shorter.
  mutating func appendNone() { offsets.append(Int32(clamping: utf8.count)) }

  func write(into output: inout ByteOutput) {
    output.appendFilled(offsets)
    utf8.written.withUnsafeBytes { output.append(BorrowedBytes($0)) }
    output.fill()
  }

  mutating func removeAll() {
    offsets.removeAll(keepingCapacity: true)
    offsets.append(0)
    utf8.removeAll()
  }
}

/// The different lists of a batch. Few differ, and equal ones are mostly one object.
private struct Lists {
  private var known: [ObjectIdentifier: Int32] = [:]
  /// Keeps the objects, so that no other one takes their place in memory.
  private var kept: [ConsideredRules] = []

  mutating func index(of list: ConsideredRules, adding texts: inout Texts) -> (index: Int32, bytes: Int) {
    if let last = kept.last, last === list { return (Int32(clamping: kept.count &- 1), 4) }
    if let index = known[ObjectIdentifier(list)] { return (index, 4) }
    let index = Int32(clamping: kept.count)
    known[ObjectIdentifier(list)] = index
    kept.append(list)
    return (index, texts.append(list.json) &+ 4)
  }

  mutating func removeAll() {
    known.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
  }
}

extension ByteOutput {
  /// Appends integers as they are in memory (little-endian on every processor that Herald is built for), and fills up.
  fileprivate mutating func appendFilled<Word: FixedWidthInteger>(_ words: [Word]) {
    words.withUnsafeBytes { append(BorrowedBytes($0)) }
    fill()
  }

  /// Appends zeros up to a multiple of eight bytes.
  fileprivate mutating func fill() {
    while count % 8 != 0 { append(0) }
  }
}
