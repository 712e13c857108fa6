package dev.terra.sim.trace;

import dev.terra.config.ConfigException;
import dev.terra.config.TextFile;
import dev.terra.core.wan.SiteId;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Reads and writes traces: it chooses the format by the file's ending and its first line, and bounds the file's size. */
public final class Traces {
  /** The most bytes of a file; a trace of a million jobs fits. */
  private static final long MAX_BYTES = 1L << 30;

  private Traces() {}

  /**
   * Reads a trace: a file that ends with {@code .json} is in our own format, every other file is in one of the line formats of published
   * traces.
   *
   * @param rackSites the sites to which the racks of a coflow benchmark are assigned in turn; other formats name their sites
   * @throws ConfigException if the file cannot be read or has no job that can be read
   */
  public static Trace load(Path file, List<SiteId> rackSites) {
    Trace trace = parse(file, TextFile.read(file, MAX_BYTES), rackSites);
    if (trace.jobs().isEmpty()) {
      throw new ConfigException(file, 0, "holds no job" + trace.problems().stream().findFirst().map(p -> "; " + p).orElse(""));
    }
    return trace;
  }

  /** Reads a trace from text; the file's name determines the format. */
  public static Trace parse(Path file, String text, List<SiteId> rackSites) {
    String name = file.getFileName().toString();
    if (name.toLowerCase(Locale.ROOT).endsWith(".json")) {
      return JsonTrace.read(file, text);
    }
    if (CoflowBenchmarkReader.understands(text)) {
      return CoflowBenchmarkReader.read(file, text, rackSites);
    }
    return TextTraceReader.read(name, text);
  }

  /** Returns a trace in our own format. */
  public static String toJson(Trace trace) {
    return JsonTrace.write(trace);
  }
}
