import Herald

/// A growing list whose elements are read and changed in place, as in a ``FixedTable``.
///
/// It grows by blocks, so that elements of a long list never move and no memory is touched before it is needed.
struct BlockList<Element>: ~Copyable {
  /// The first block grows to full size; all later ones have it from the start.
  private var blocks: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
  private var blockCount = 1
  private var blockCapacity = 16
  private var capacity = 16
  package private(set) var count = 0
  /// A block has 2 to the power of `shift` elements.
  private let shift: Int
  private let mask: Int

  /// The most bytes of a block.
  private static var bytesInBlock: Int { 2 << 20 }

  init() {
    var shift = 4
    while MemoryLayout<Element>.stride << (shift + 1) <= Self.bytesInBlock { shift += 1 }
    self.shift = shift
    mask = 1 << shift - 1
    blocks = .allocate(capacity: 16)
    blocks.initialize(to: UnsafeMutablePointer<Element>.allocate(capacity: 16))
  }

  deinit {
    for block in 0..<blockCount {
      blocks[block].deinitialize(count: min(max(0, count - block << shift), 1 << shift))
      blocks[block].deallocate()
    }
    blocks.deallocate()
  }

  /// An element, in place: a part of it is read without copying the rest.
  subscript(index: Int) -> Element {
    unsafeAddress {
      precondition(index >= 0 && index < count)
      return UnsafePointer(pointer(to: index))
    }
    unsafeMutableAddress {
      precondition(index >= 0 && index < count)
      return pointer(to: index)
    }
  }

  /// - Parameter index: below the capacity; not checked.
  fileprivate func pointer(to index: Int) -> UnsafeMutablePointer<Element> {
    blocks[index &>> shift] + (index & mask)
  }

  package mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    pointer(to: count).initialize(to: element)
    count += 1
  }

  private mutating func grow() {
    guard capacity < 1 << shift else { return addBlock() }
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: blocks[0], count: count)
    blocks[0].deallocate()
    blocks[0] = larger
    capacity *= 2
  }

  private mutating func addBlock() {
    if blockCount == blockCapacity {
      let larger = UnsafeMutablePointer<UnsafeMutablePointer<Element>>.allocate(capacity: blockCapacity * 2)
      larger.moveInitialize(from: blocks, count: blockCount)
      blocks.deallocate()
      blocks = larger
      blockCapacity *= 2
    }
    (blocks + blockCount).initialize(to: UnsafeMutablePointer<Element>.allocate(capacity: 1 << shift))
    blockCount += 1
    capacity += 1 << shift
  }
}

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
}
