import Herald
import HeraldFormats
import HeraldLines

/// What a caller holds as a `herald_core`: a replay, and the bytes of its last answer.
final class Core {
  private let replay = LineReplay(reading: Formats.reading)
  /// The last answer, and a zero behind it.
  private var answer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1024)
  /// The number of bytes of the answer; nil where there is none.
  private var count: Int?

  /// True where a line was taken that needs a large stack whenever another one is compared with it.
  private var hasDeepLine = false

  deinit { answer.deallocate() }

  /// Takes a line, and keeps the decision or the error as the answer.
  ///
  /// - Returns: 0 where the line was taken, or else the exit status of a command that refuses it.
  func apply(_ line: BorrowedBytes) -> Int32 {
    let mayNest = LargeStack.isNeeded(for: line)
    guard mayNest || hasDeepLine else { return take(line) }
    var status: Int32 = 0
    LargeStack.run { status = take(line) }
    if mayNest, status == 0, LargeStack.isNeeded(toReadAgain: line) { hasDeepLine = true }
    return status
  }

  private func take(_ line: BorrowedBytes) -> Int32 {
    count = nil
    do {
      if let decision = try replay.apply(line) { keep(decision) }
      return 0
    } catch let error as any DiagnosticError {
      keep(error.diagnostics.first.map { $0.json[...] } ?? [])
    } catch {}
    return ExitStatus.invalid.rawValue
  }

  /// Keeps the state of an installation as the answer.
  func readState(of source: BorrowedBytes) {
    count = nil
    if let state = try? replay.state(of: source) { keep(state) }
  }

  /// Passes the answer to a function in C: NULL and 0 where there is none.
  func withAnswer<Result>(_ body: (UnsafePointer<CChar>?, Int) -> Result) -> Result {
    guard let count else { return body(nil, 0) }
    return UnsafeMutableRawBufferPointer(answer).withMemoryRebound(to: CChar.self) { body($0.baseAddress, count) }
  }

  private func keep(_ bytes: ArraySlice<UInt8>) {
    if answer.count <= bytes.count {
      answer.deallocate()
      answer = .allocate(capacity: bytes.count + bytes.count / 2 + 1)
    }
    _ = answer.update(fromContentsOf: bytes)
    answer[bytes.count] = 0
    count = bytes.count
  }
}

extension Diagnostic {
  /// The error in its four parts, with its code and its place.
  fileprivate var json: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.member("code", code.name)
      words.write(into: &$0) {
        $0.member("where", location)
        $0.member("line", place?.line)
        $0.member("column", place?.column)
        $0.member("pointer", place?.pointer)
      }
    }
    return writer.bytes
  }
}
