import CHints

/// A table of so many elements that is read and changed where it lies.
///
/// An `Array` that belongs to an object is retained and released with every access, which takes as long as the access
/// itself; this table belongs to one owner, and is never shared.
struct InPlaceTable<Element>: ~Copyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    self.count = count
    base = LargePages.allocate(max(1, count), of: Element.self)
    base.initialize(repeating: element, count: count)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    _read { yield address(of: index).pointee }
    _modify { yield &address(of: index).pointee }
  }

  /// Where an element lies: lent to whoever would else be handed a copy.
  @inline(__always)
  func address(of index: Int) -> UnsafeMutablePointer<Element> {
    precondition(index >= 0 && index < count)
    return base + index
  }

  /// Has an element fetched from memory while other work is done.
  @inline(__always)
  func prefetch(_ index: Int) { herald_prefetch(base + index) }
}
