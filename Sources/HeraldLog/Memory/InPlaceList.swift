import CHints

/// A growing list whose elements are read and changed where they lie, as in an ``InPlaceTable``.
///
/// It grows by blocks, so that elements of a long list never move and no memory is touched that none of them needs.
struct InPlaceList<Element>: ~Copyable {
  /// The first grows until it is as long as a block; all others are made so.
  private var blocks: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
  private var blockCount = 1
  private var blockCapacity = 16
  private var capacity = 16
  private(set) var count = 0
  /// A block has two to the power of this many elements.
  private let shift: Int
  private let mask: Int

  /// What a block takes at most: a large page.
  private static var bytesInBlock: Int { 2 << 20 }

  init() {
    var shift = 4
    while MemoryLayout<Element>.stride << (shift + 1) <= Self.bytesInBlock { shift += 1 }
    self.shift = shift
    mask = 1 << shift - 1
    blocks = .allocate(capacity: 16)
    blocks.initialize(to: LargePages.allocate(16, of: Element.self))
  }

  deinit {
    for block in 0..<blockCount {
      blocks[block].deinitialize(count: min(max(0, count - block << shift), 1 << shift))
      blocks[block].deallocate()
    }
    blocks.deallocate()
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < count)
      yield address(of: index).pointee
    }
    _modify {
      precondition(index >= 0 && index < count)
      yield &address(of: index).pointee
    }
  }

  /// Where an element lies: lent to whoever would else be handed a copy; not to be asked for beyond ``count``.
  @inline(__always)
  func address(of index: Int) -> UnsafeMutablePointer<Element> {
    blocks[index &>> shift] + (index & mask)
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    address(of: count).initialize(to: element)
    count += 1
  }

  private mutating func grow() {
    guard capacity < 1 << shift else { return addBlock() }
    let larger = LargePages.allocate(capacity * 2, of: Element.self)
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
    (blocks + blockCount).initialize(to: LargePages.allocate(1 << shift, of: Element.self))
    blockCount += 1
    capacity += 1 << shift
  }

  /// Has an element fetched from memory while other work is done.
  @inline(__always)
  func prefetch(_ index: Int) {
    let start = UnsafeRawPointer(address(of: index))
    for line in stride(from: 0, to: MemoryLayout<Element>.stride, by: 64) { herald_prefetch(start + line) }
  }

  /// Has fetched what an element refers to by the word at an offset in it.
  @inline(__always)
  func prefetch(behind index: Int, at offset: Int) {
    let word = UnsafeRawPointer(address(of: index)).load(fromByteOffset: offset, as: UInt.self)
    // Without the marks that Swift keeps in the uppermost bits.
    guard let target = UnsafeRawPointer(bitPattern: word & (.max >> 8)) else { return }
    for line in stride(from: 0, to: 128, by: 64) { herald_prefetch(target + line) }
  }
}
