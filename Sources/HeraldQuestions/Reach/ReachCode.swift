package import Herald

/// Mistakes in a policy that only a log reveals.
package enum ReachCode: String, ExplainedCode {
  case codeBehindName, lockedOut, notComparable, otherPropertyName, otherSystemName, refused, unprovenWayOut

  package static let kind = "finding of `herald lint --log`"

  package var explanation: CodeExplanation {
    switch self {
    case .codeBehindName:
      CodeExplanation(
        "A version code keeps an update from devices of the logs whose version is older.",
        when: "The code was not raised with the version: theirs is as high, and where both are there the code decides.",
        fix: "Publish a code above the one that the finding names.")
    case .refused:
      CodeExplanation(
        "Installations of the logs would refuse the document.",
        when:
          "They accepted a newer one before, all of them are of another app, or they require a signature that it lacks.",
        fix:
          "Raise `revision` above the one that the finding names, check `packageName`, or sign it with `herald sign`.")
    case .lockedOut:
      CodeExplanation(
        "A force or an exit leads devices of the logs nowhere.",
        when: "It has no destination on their system, or one that only the other system's store opens.",
        fix: "Name a page for all systems with `targetWebsiteUrl`, or filter on `deviceOsName`.")
    case .notComparable:
      CodeExplanation(
        "A policy compares what devices of the logs send with nothing, because it is not a version.",
        when:
          "A property such as `appVersionName` has another form than `3.9`, `3.9-beta` or `3.9 (120)`: `v3.9`, `3.9b3`.",
        fix: "Send versions from the next release on, and name the text in a filter for the devices that are out there."
      )
    case .otherPropertyName:
      CodeExplanation(
        "A filter leaves out devices of the logs that send its property under a similar name.",
        when: "They lack the property, pass all other tests of the rule, and send `role` for `x-role`, or `x-rol`.",
        fix: "Write the filter on the name that the devices send, or send the other one from the next release on.")
    case .otherSystemName:
      CodeExplanation(
        "A filter on `ios` leaves out devices of the logs that send another name of the same system.",
        when: "They pass all other tests of the rule, and send `iPadOS`, or `iPhone OS` as older libraries do.",
        fix: "Add the name to the filter, such as `ios,ipados`; leave it as it is if they are not meant.")
    case .unprovenWayOut:
      CodeExplanation(
        "Nothing in the logs proves that devices can leave a force or an exit.",
        when: "No device with their system, in the same version or an older one, runs an app that the rule lets go.",
        fix: "Check that the destination offers these devices a version that the rule is not for.")
    }
  }
}
