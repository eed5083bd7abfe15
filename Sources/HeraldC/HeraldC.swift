import Herald

// The functions of `include/herald.h`. Pointers that should not be NULL and are NULL are refused as other bad input is.

/// Makes a core without a line.
@_cdecl("herald_core_new")
public func newCore() -> OpaquePointer? { OpaquePointer(Unmanaged.passRetained(Core()).toOpaque()) }

/// Takes a line; gives 0 and the decision that it asked for, or 3 and the error.
@_cdecl("herald_core_apply")
public func applyLine(
  _ core: OpaquePointer?, _ line: UnsafePointer<CChar>?, _ length: Int,
  _ answer: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ answerLength: UnsafeMutablePointer<Int>?
) -> Int32 {
  answer?.pointee = nil
  answerLength?.pointee = 0
  guard let core else { return ExitStatus.invalid.rawValue }
  return core.withCore { core in
    let status = core.apply(BorrowedBytes(line, length))
    core.withAnswer {
      answer?.pointee = $0
      answerLength?.pointee = $1
    }
    return status
  }
}

/// Gives the state of an installation; NULL for one that is not known.
@_cdecl("herald_core_state")
public func readState(
  _ core: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ length: Int, _ stateLength: UnsafeMutablePointer<Int>?
) -> UnsafePointer<CChar>? {
  stateLength?.pointee = 0
  guard let core else { return nil }
  return core.withCore { core in
    core.readState(of: BorrowedBytes(source, length))
    return core.withAnswer {
      stateLength?.pointee = $1
      return $0
    }
  }
}

/// Frees a core, and what its last answer was.
@_cdecl("herald_core_free")
public func freeCore(_ core: OpaquePointer?) {
  guard let core else { return }
  Unmanaged<Core>.fromOpaque(UnsafeRawPointer(core)).release()
}

extension OpaquePointer {
  fileprivate func withCore<Result>(_ body: (Core) -> Result) -> Result {
    Unmanaged<Core>.fromOpaque(UnsafeRawPointer(self))._withUnsafeGuaranteedRef(body)
  }
}

extension BorrowedBytes {
  /// A caller's bytes. A length that no memory has arrives as a negative one.
  fileprivate init(_ start: UnsafePointer<CChar>?, _ length: Int) {
    let bytes = UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self)
    self.init(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length < 0 ? .max : length))
  }
}
