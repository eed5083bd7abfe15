import Foundation

/// How far work on several files has come, each as large a part of it as the file is.
struct Work {
  private let sizes: [Int]
  private let told: (Double) -> Void

  init(sizes: [Int], told: @escaping (Double) -> Void) { (self.sizes, self.told) = (sizes, told) }

  /// - Parameters:
  ///   - index: the current file.
  ///   - share: what is done of it, from 0 to 1.
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
