public import Herald

/// The destinations of a force or an exit, by the operating system and its version.
public struct WaysOut: Sendable {
  /// Devices that can install the same versions, as far as a log shows.
  public struct System: Hashable, Sendable {
    /// The system's name in the form for comparisons; nil if the device does not name it.
    public let name: String?
    /// The system's version as the first device wrote it; nil if the device does not name it.
    public let version: ExactString?
  }

  /// The destination on the devices of one system.
  public struct Way: Sendable {
    /// The system and its version.
    public let system: System
    /// The number of installations with the system.
    public fileprivate(set) var installations = 0
    /// The URL of the prompt's button; nil if it leads nowhere.
    public let destination: ExactString?
    /// True if the prompt offers nothing that the device could open: see ``Prompt/leadsNowhere(on:)``.
    public let leadsNowhere: Bool
  }

  /// A device that the rule spares because of its app version, which proves that this version runs on its system.
  public struct Proof: Sendable {
    /// The installation.
    public let source: ExactString
    /// The app's version on it.
    public let appVersionName: ExactString?
    /// The system's version on it.
    public let deviceOsVersion: ExactString?
  }

  /// The destinations in the order in which the systems were first seen; at most 1,000.
  public private(set) var ways: [Way] = []
  /// The number of installations with other systems.
  public private(set) var others = 0
  /// The device with the lowest version of each system, by the system's name.
  private var proofs: [String?: Proof] = [:]
  private static let most = 1000

  mutating func reach(_ profile: Profile, _ prompt: Prompt) {
    let system = System(profile)
    let leadsNowhere = prompt.leadsNowhere(on: profile)
    if let index = ways.firstIndex(where: { $0.system == system && $0.leadsNowhere == leadsNowhere }) {
      ways[index].installations += 1
    } else if ways.count < Self.most {
      ways.append(
        Way(system: system, installations: 1, destination: prompt.destination, leadsNowhere: leadsNowhere))
    } else {
      others += 1
    }
  }

  mutating func letGo(_ profile: Profile, _ source: ExactString) {
    let system = System(profile)
    let own = Proof(
      source: source, appVersionName: profile[.appVersionName], deviceOsVersion: profile[.deviceOsVersion])
    guard let known = proofs[system.name] else {
      if proofs.count < Self.most { proofs[system.name] = own }
      return
    }
    if let version = own.version, known.version.map({ version < $0 }) ?? true { proofs[system.name] = own }
  }

  /// A device of the same system, and of no newer version of it, with an app version that the rule spares.
  ///
  /// Nil if the logs have no such device. Then nothing proves that the app version can be installed there.
  public func proof(for system: System) -> Proof? {
    guard system.name != nil, let proof = proofs[system.name] else { return nil }
    guard let own = system.version.flatMap({ AppVersion($0.string) }), let lowest = proof.version else { return nil }
    return lowest <= own ? proof : nil
  }
}

extension WaysOut.System {
  init(_ profile: Profile) {
    let name = profile[.deviceOsName]?.string.normalized ?? ""
    self.init(name: name.isEmpty ? nil : name, version: profile[.deviceOsVersion])
  }
}

extension WaysOut.Proof {
  fileprivate var version: AppVersion? { deviceOsVersion.flatMap { AppVersion($0.string) } }
}
