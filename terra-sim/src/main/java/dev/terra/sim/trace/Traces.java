package dev.terra.sim.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Where traces come from and go to: chooses the format by the file's ending and bounds its size. */
public final class Traces {
  /** A trace of a million jobs fits. */
  private static final long MAX_BYTES = 1L << 30;

  private Traces() {}

  /**
   * Reads a trace: {@code .json} in our own format, anything else in the line format of published traces.
   *
   * @throws TraceException if it cannot be read or holds no job that can
   */
  public static Trace load(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        throw new TraceException(file + ": expected a file of at most " + (MAX_BYTES >> 20) + " MiB");
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      Trace trace = parse(file.getFileName().toString(), text);
      if (trace.jobs().isEmpty()) {
        throw new TraceException(file + ": holds no job" + trace.problems().stream().findFirst().map(p -> "; " + p).orElse(""));
      }
      return trace;
    } catch (IOException e) {
      throw new TraceException(file + ": cannot be read: " + e.getMessage());
    }
  }

  /** Reads a trace from text; the name's ending says in which format. */
  public static Trace parse(String name, String text) {
    return name.toLowerCase(Locale.ROOT).endsWith(".json") ? JsonTrace.read(name, text) : TextTraceReader.read(name, text);
  }

  /** A trace in our own format. */
  public static String toJson(Trace trace) {
    return JsonTrace.write(trace);
  }
}
