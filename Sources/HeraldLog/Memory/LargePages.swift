import CHints

/// Memory in which places here and there are read: of large pages where there is much of it, so that finding a place
/// takes fewer steps.
package enum LargePages {
  private static let size = 2 << 20
  private static let cacheLine = 64

  /// Has a process of its own that is about to read a log allocate small things from large pages too, if the log is so
  /// long that it pays.
  ///
  /// - Parameter size: the log's size in bytes.
  package static func prepareHeap(forLogOf size: Int) {
    guard size >= 64 << 20 else { return }
    herald_prefer_large_heap(min(size / 8, 256 << 20))
  }

  /// Memory for so many elements, not initialized; whoever takes it deallocates it.
  static func allocate<Element>(_ count: Int, of type: Element.Type) -> UnsafeMutablePointer<Element> {
    let bytes = count * MemoryLayout<Element>.stride
    let isLarge = bytes >= size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: isLarge ? size : cacheLine)
    if isLarge { herald_prefer_large_pages(memory, bytes) }
    return memory.bindMemory(to: type, capacity: count)
  }
}
