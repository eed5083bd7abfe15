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
    base = Self.allocate(capacity)
  }

  init(repeating element: Element, count: Int) {
    capacity = max(16, count)
    self.count = count
    base = Self.allocate(capacity)
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
    let larger = Self.allocate(capacity * 2)
    larger.moveInitialize(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    let (cacheLine, largePage) = (64, 2 << 20)
    let size = capacity * MemoryLayout<Element>.stride
    let isLarge = size >= largePage
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: isLarge ? largePage : cacheLine)
    if isLarge { herald_prefer_large_pages(memory, size) }
    return memory.bindMemory(to: Element.self, capacity: capacity)
  }

  /// Has an element fetched from memory while other work is done.
  @inline(__always)
  func prefetch(_ index: Int) {
    let start = UnsafeRawPointer(base + index)
    for line in stride(from: 0, to: MemoryLayout<Element>.stride, by: 64) { herald_prefetch(start + line) }
  }
}
