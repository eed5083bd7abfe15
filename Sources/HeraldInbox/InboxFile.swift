#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// An inbox's file, open and locked, so that a record is whole however many processes write.
struct InboxFile: ~Copyable {
  private let descriptor: CInt

  /// Opens a file, creating it where it is missing, and waits until no other process has its lock.
  init(path: String) throws(SystemFault) {
    while true {
      let opened = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard opened >= 0 else { throw .last }
      guard Self.lock(opened) else {
        let fault = SystemFault.last
        close(opened)
        throw fault
      }
      // The app renames the file before it reads it, perhaps while this waited for the lock.
      if Self.isSame(opened, as: path) {
        descriptor = opened
        return
      }
      close(opened)
    }
  }

  // Closing releases the lock.
  deinit { close(descriptor) }

  /// Appends a record and waits until it is on the medium; the file stays as it was where that fails.
  func append(_ record: String) throws(SystemFault) {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw .last }
    // A newline ends a record that a crash cut off, so that only that record is lost.
    var last: UInt8 = 0x0A
    if size > 0, pread(descriptor, &last, 1, size - 1) != 1 { throw .last }
    var text = (last == 0x0A ? "" : "\n") + record + "\n"
    guard text.withUTF8({ write($0) }), sync() else {
      let fault = SystemFault.last
      // Where this fails too, the next writer ends the torn record and the app reports it.
      _ = ftruncate(descriptor, size)
      throw fault
    }
  }

  private func write(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = UnsafeRawBufferPointer(bytes)[...]
    while !rest.isEmpty {
      guard let first = UnsafeRawBufferPointer(rebasing: rest).baseAddress else { break }
      #if canImport(Darwin)
        let written = Darwin.write(descriptor, first, rest.count)
      #elseif canImport(Glibc)
        let written = Glibc.write(descriptor, first, rest.count)
      #elseif canImport(Musl)
        let written = Musl.write(descriptor, first, rest.count)
      #else
        let written = Android.write(descriptor, first, rest.count)
      #endif
      if written < 0, errno != EINTR { return false }
      rest = rest.dropFirst(max(0, written))
    }
    return true
  }

  private func sync() -> Bool {
    #if canImport(Darwin)
      // `fsync` leaves the data in the drive's cache there (fsync(2)).
      if fcntl(descriptor, F_FULLFSYNC) != -1 { return true }
    #endif
    return fsync(descriptor) == 0
  }

  private static func lock(_ descriptor: CInt) -> Bool {
    while flock(descriptor, LOCK_EX) != 0 { if errno != EINTR { return false } }
    return true
  }

  /// True if a path still names the file that is open.
  private static func isSame(_ descriptor: CInt, as path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }
}

/// The system's error for a call that failed.
struct SystemFault: Error, CustomStringConvertible {
  private let number: CInt

  /// The fault of the last call in this thread.
  static var last: SystemFault { SystemFault(number: errno) }

  /// The system's words, such as `No space left on device`.
  var description: String { String(cString: strerror(number)) }
}
