import CHints

/// A growing list that is read and changed where it lies.
///
/// An `Array` that belongs to an object is retained and released with every access, which takes as long as the access
/// itself; this list belongs to one owner, and is never shared.
struct InPlaceList<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count: Int

  init() {
    capacity = 16
    count = 0
    base = LargePages.allocate(capacity, of: Element.self)
  }

  init(repeating element: Element, count: Int) {
    capacity = max(16, count)
    self.count = count
    base = LargePages.allocate(capacity, of: Element.self)
    base.initialize(repeating: element, count: count)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < count)
      yield base[index]
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield &base[index]
    }
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  private mutating func grow() {
    let larger = LargePages.allocate(capacity * 2, of: Element.self)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  /// Has an element fetched from memory while other work is done.
  @inline(__always)
  func prefetch(_ index: Int) {
    let start = UnsafeRawPointer(base + index)
    for line in stride(from: 0, to: MemoryLayout<Element>.stride, by: 64) { herald_prefetch(start + line) }
  }
}
