import CHints

/// Memory in which places here and there are read: of large pages where there is much of it, so that finding a place
/// takes fewer steps.
enum LargePages {
  private static let size = 2 << 20
  private static let cacheLine = 64

  /// Memory for so many elements, not initialized; whoever takes it deallocates it.
  static func allocate<Element>(_ count: Int, of type: Element.Type) -> UnsafeMutablePointer<Element> {
    let bytes = count * MemoryLayout<Element>.stride
    let isLarge = bytes >= size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: isLarge ? size : cacheLine)
    if isLarge { herald_prefer_large_pages(memory, bytes) }
    return memory.bindMemory(to: type, capacity: count)
  }
}
