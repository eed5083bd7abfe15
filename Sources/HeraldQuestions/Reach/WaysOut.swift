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
    /// True if the prompt offers nothing that the device could open: see `Prompt.leadsNowhere(on:)`.
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
  /// The names of the systems in ``proofs``, in the order in which they were first seen.
  private var provenSystems: [String?] = []
  private static let most = 1000

  mutating func reach(_ profile: Profile, _ prompt: Prompt) {
    add(
      Way(
        system: System(profile), installations: 1, destination: prompt.destination,
        leadsNowhere: prompt.leadsNowhere(on: profile)))
  }

  private mutating func add(_ way: Way) {
    if let index = ways.firstIndex(where: { $0.system == way.system && $0.leadsNowhere == way.leadsNowhere }) {
      ways[index].installations += way.installations
    } else if ways.count < Self.most {
      ways.append(way)
    } else {
      others += way.installations
    }
  }

  mutating func letGo(_ profile: Profile, _ source: ExactString) {
    add(
      Proof(source: source, appVersionName: profile[.appVersionName], deviceOsVersion: profile[.deviceOsVersion]),
      for: System(profile).name)
  }

  private mutating func add(_ proof: Proof, for system: String?) {
    guard let known = proofs[system] else {
      if proofs.count < Self.most {
        proofs[system] = proof
        provenSystems.append(system)
      }
      return
    }
    if let version = proof.version, known.version.map({ version < $0 }) ?? true { proofs[system] = proof }
  }

  /// Adds the destinations of installations that follow in the log.
  mutating func add(_ other: WaysOut) {
    for way in other.ways { add(way) }
    others += other.others
    for system in other.provenSystems { if let proof = other.proofs[system] { add(proof, for: system) } }
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
