package herald

import java.io.File
import java.io.FileOutputStream

/**
 * The core for an app in Kotlin, over the same `herald_jni.c` as HeraldCore.java. It stands in place of that class.
 *
 * One thread at a time uses it, such as a dispatcher with one thread.
 */
class HeraldCore : AutoCloseable {
  /** A line that was refused, with the error as JSON: code, what, where, why and fix. The core is as it was before. */
  class Refused(val json: String) : Exception(json)

  private var core = create()

  init {
    if (core == 0L) throw OutOfMemoryError()
  }

  /** Takes a line without its newline; returns the decision that it asked for, or null where it asked for none. */
  fun apply(line: ByteArray): String? {
    val status = IntArray(1)
    val answer = apply(opened(), line, status)?.decodeToString()
    if (status[0] != 0) throw Refused(answer.orEmpty())
    return answer
  }

  /** The state of an installation as JSON; null for an unknown one. */
  fun state(source: String): String? = state(opened(), source.encodeToByteArray())?.decodeToString()

  override fun close() {
    free(core)
    core = 0L
  }

  private fun opened(): Long {
    check(core != 0L) { "The core was closed." }
    return core
  }

  companion object {
    init {
      System.loadLibrary("heraldjni")
    }

    @JvmStatic private external fun create(): Long

    @JvmStatic private external fun apply(core: Long, line: ByteArray, status: IntArray): ByteArray?

    @JvmStatic private external fun state(core: Long, source: ByteArray): ByteArray?

    @JvmStatic private external fun free(core: Long)
  }
}

/**
 * The log of one installation: a file of lines, and the core that has taken them.
 *
 * An event is written before it counts, so that the next start comes to the same state.
 */
class HeraldLog(private val file: File) : AutoCloseable {
  private val core = HeraldCore()

  init {
    for (line in wholeLines()) core.apply(line)
  }

  private val output = FileOutputStream(file, true)

  /** Takes an event and appends it; returns the decision that it asked for. A refused event is not written. */
  fun record(event: String): String? {
    val line = event.encodeToByteArray()
    val decision = core.apply(line)
    output.write(line + NEWLINE)
    output.fd.sync()
    return decision
  }

  /** The state of the installation as JSON. */
  fun state(source: String): String? = core.state(source)

  override fun close() {
    output.close()
    core.close()
  }

  /** The lines of the file. A last one without a newline never was a fact, and is cut off. */
  private fun wholeLines(): List<ByteArray> {
    if (!file.exists()) return emptyList()
    val bytes = file.readBytes()
    val lines = mutableListOf<ByteArray>()
    var start = 0
    for (at in bytes.indices) {
      if (bytes[at] != NEWLINE) continue
      lines += bytes.copyOfRange(start, at)
      start = at + 1
    }
    if (start < bytes.size) FileOutputStream(file, true).use { it.channel.truncate(start.toLong()) }
    return lines
  }

  private companion object {
    const val NEWLINE: Byte = 0x0A
  }
}

/** Replays the log that the first argument names, and prints its decisions. */
fun main(arguments: Array<String>) {
  HeraldCore().use { core ->
    File(arguments[0]).readBytes().decodeToString().split("\n").forEach { line ->
      core.apply(line.encodeToByteArray())?.let(::println)
    }
  }
}
