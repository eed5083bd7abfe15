import CHints

/// A table of fixed size whose elements are read and changed in place.
///
/// An `Array` that belongs to an object is retained and released with every access, which takes as long as the access
/// itself. This table has one owner and is never shared.
struct FixedTable<Element>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    self.count = count
    base = HugePages.allocate(max(1, count), of: Element.self)
    base.initialize(repeating: element, count: count)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    _read { yield pointer(to: index).pointee }
    _modify { yield &pointer(to: index).pointee }
  }

  /// Points to an element, so that a large one is read without being copied. Valid as long as the table.
  @inline(__always)
  func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
    precondition(index >= 0 && index < count)
    return base + index
  }

  /// Prefetches an element while other work is done.
  @inline(__always)
  func prefetch(_ index: Int) { herald_prefetch(base + index) }
}
