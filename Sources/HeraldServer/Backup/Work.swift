import Foundation

/// The progress of work on several files. Each file counts by its size.
struct Work {
  private let sizes: [Int]
  private let told: (Double) -> Void

  init(sizes: [Int], told: @escaping (Double) -> Void) { (self.sizes, self.told) = (sizes, told) }

  /// - Parameters:
  ///   - index: the current file.
  ///   - share: the part of the file that is done, from 0 to 1.
  func at(_ index: Int, _ share: Double) {
    let before = Double(sizes.prefix(index).reduce(0, +))
    told((before + Double(sizes[index]) * share) / Double(max(1, sizes.reduce(0, +))))
  }
}

extension SyncedFile {
  /// The size of a file in bytes; 0 for a missing one.
  static func size(of path: String) -> Int {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return size ?? 0
  }
}
