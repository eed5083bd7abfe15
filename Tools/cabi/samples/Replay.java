import herald.HeraldCore;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Replays logs as replay.c does, and prints the same. */
public final class Replay {
  private static final PrintStream OUT = new PrintStream(new BufferedOutputStream(System.out, 1 << 16), false);

  public static void main(String[] arguments) throws IOException {
    HeraldCore core = new HeraldCore();
    BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = asked.readLine()) != null; ) {
      if (line.startsWith("=")) {
        String state = core.state(line.substring(1));
        if (state != null) print('=', state.getBytes(StandardCharsets.UTF_8));
        continue;
      }
      core.close();
      core = new HeraldCore();
      replay(core, Files.readAllBytes(Path.of(line)));
    }
    core.close();
    OUT.flush();
  }

  private static void replay(HeraldCore core, byte[] log) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int at = 0; at <= log.length; at++) {
      if (at < log.length && log[at] != '\n') {
        line.write(log[at]);
        continue;
      }
      if (at < log.length || line.size() > 0) take(core, line.toByteArray());
      line.reset();
    }
  }

  private static void take(HeraldCore core, byte[] line) throws IOException {
    try {
      byte[] decision = core.apply(line);
      if (decision != null) print('0', decision);
    } catch (HeraldCore.Refused refused) {
      print('3', refused.json.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void print(char kind, byte[] text) throws IOException {
    OUT.write(kind);
    OUT.write(text);
    OUT.write('\n');
  }
}
