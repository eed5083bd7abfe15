public import HeraldInbox

// An app imports `HeraldRuntime` alone, its extension `HeraldInbox` alone.

/// A file in which another process of the app leaves events.
public typealias Inbox = HeraldInbox.Inbox
/// A push notice, as the app or its extension received it.
public typealias Push = HeraldInbox.Push
/// The clock, the ids and the random numbers of an installation.
public typealias DeviceEnvironment = HeraldInbox.DeviceEnvironment
/// An inbox that cannot be read or written.
public typealias InboxError = HeraldInbox.InboxError
