import CHints

/// A table of fixed size whose elements are read and changed in place.
///
/// An `Array` that belongs to an object is retained and released with every access, which takes as long as the access
/// itself. This table has one owner and is never shared.
struct FixedTable<Element>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  package let count: Int

  init(repeating element: Element, count: Int) {
    self.count = count
    base = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    base.initialize(repeating: element, count: count)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  /// An element, in place: a part of it is read without copying the rest.
  subscript(index: Int) -> Element {
    unsafeAddress { UnsafePointer(pointer(to: index)) }
    nonmutating unsafeMutableAddress { pointer(to: index) }
  }

  private func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
    precondition(index >= 0 && index < count)
    return base + index
  }

  /// Prefetches an element while other work is done.
  func prefetch(_ index: Int) { herald_prefetch(base + index) }
}
