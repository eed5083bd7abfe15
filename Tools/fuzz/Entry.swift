import Foundation

/// The target that the environment names. The fuzzer starts itself again, so an argument would not reach all of it.
private let target = ProcessInfo.processInfo.environment["HERALD_FUZZ_TARGET"].flatMap { FuzzTarget(rawValue: $0) }

/// Reads one input of libFuzzer, which calls it over and over. A disagreement ends the process, as a crash does.
@_cdecl("LLVMFuzzerTestOneInput")
public func readInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  guard let target else { fatalError("HERALD_FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue))") }
  do { try target.read(Array(UnsafeBufferPointer(start: start, count: count))) } catch { fatalError("\(error)") }
  return 0
}
