package herald;

import java.nio.charset.StandardCharsets;

/** All streams of a log, from its first line on. One thread at a time uses it. */
public final class HeraldCore implements AutoCloseable {
  static {
    System.loadLibrary("heraldjni");
  }

  /** A line that was refused. The core is as it was before. */
  public static final class Refused extends Exception {
    /** The error: an object with code, what, where, why and fix. */
    public final String json;

    Refused(String json) {
      super(json);
      this.json = json;
    }
  }

  private long core = create();

  public HeraldCore() {
    if (core == 0) throw new OutOfMemoryError();
  }

  /** Takes a line without its newline; returns the decision that it asked for, or null where it asked for none. */
  public String apply(String line) throws Refused {
    byte[] answer = apply(line.getBytes(StandardCharsets.UTF_8));
    return answer == null ? null : new String(answer, StandardCharsets.UTF_8);
  }

  /** Takes a line as its bytes stand in the log. */
  public byte[] apply(byte[] line) throws Refused {
    int[] status = new int[1];
    byte[] answer = apply(open(), line, status);
    if (status[0] != 0) throw new Refused(new String(answer, StandardCharsets.UTF_8));
    return answer;
  }

  /** The state of an installation; null for an unknown one. */
  public String state(String source) {
    byte[] state = state(open(), source.getBytes(StandardCharsets.UTF_8));
    return state == null ? null : new String(state, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    free(core);
    core = 0;
  }

  private long open() {
    if (core == 0) throw new IllegalStateException("The core was closed.");
    return core;
  }

  private static native long create();

  private static native byte[] apply(long core, byte[] line, int[] status);

  private static native byte[] state(long core, byte[] source);

  private static native void free(long core);
}
