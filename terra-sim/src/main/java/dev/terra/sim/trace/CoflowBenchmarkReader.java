package dev.terra.sim.trace;

import dev.terra.config.ConfigException;
import dev.terra.core.wan.SiteId;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The format of the public coflow benchmark (github.com/coflow/coflow-benchmark). The first line is {@code <racks> <coflows>}. Each other
 * line is a coflow: {@code <id> <arrival ms> <mappers> <rack of each mapper...> <reducers> <rack>:<megabytes> of each reducer...}.
 * Megabytes are 10^6 bytes; each reducer gets its bytes in equal parts from all mappers. Rack number r is at site number r modulo the
 * number of sites. Each coflow is a job of two stages. A coflow that does not parse is left out, and the reason is noted.
 */
final class CoflowBenchmarkReader {
  private static final Pattern HEAD = Pattern.compile("\\s*[0-9]+\\s+[0-9]+\\s*");
  private static final String MAP = "map";
  private static final String REDUCE = "reduce";
  private static final double BYTES_PER_MEGABYTE = 1e6;
  private static final double MILLIS_PER_SECOND = 1e3;
  /** The highest number of a rack or a count; a higher number was read from the wrong place. */
  private static final int MAX_RACKS = 1_000_000;

  private final List<SiteId> sites;

  private CoflowBenchmarkReader(List<SiteId> sites) {
    this.sites = sites;
  }

  /** Returns whether the first line has this format. */
  static boolean understands(String text) {
    return text.lines().findFirst().map(line -> HEAD.matcher(line).matches()).orElse(false);
  }

  static Trace read(Path file, String text, List<SiteId> sites) {
    if (sites.isEmpty()) {
      throw new ConfigException(file, 1, "the racks of a coflow benchmark need sites; name them with --sites or give a topology");
    }
    CoflowBenchmarkReader reader = new CoflowBenchmarkReader(sites);
    List<String> lines = text.lines().toList();
    JobList jobs = new JobList();
    for (int i = 1; i < lines.size(); i++) {
      if (!lines.get(i).isBlank()) {
        try {
          jobs.add(reader.job(lines.get(i).strip().split("\\s+")));
        } catch (IllegalArgumentException e) {
          jobs.leaveOut("line " + (i + 1) + ": " + e.getMessage());
        }
      }
    }
    String announced = lines.get(0).strip().split("\\s+")[1];
    if (jobs.seen() != Double.parseDouble(announced)) {
      jobs.leaveOut("line 1: expected " + announced + " coflows, got " + jobs.seen());
    }
    return jobs.toTrace(file.getFileName().toString());
  }

  private TraceJob job(String[] words) {
    int mappers = count(word(words, 2));
    int reducers = count(word(words, 3 + mappers));
    if (words.length != 4 + mappers + reducers) {
      throw new IllegalArgumentException("expected " + mappers + " mappers and " + reducers + " reducers, so " + (4 + mappers + reducers)
          + " words, got " + words.length);
    }
    List<SiteId> from = Arrays.stream(words, 3, 3 + mappers).map(this::site).toList();
    List<String[]> to = Arrays.stream(words, 4 + mappers, words.length).map(CoflowBenchmarkReader::reducer).toList();
    List<Stage> stages = List.of(new Stage(MAP, tasks(from)), new Stage(REDUCE, tasks(to.stream().map(word -> site(word[0])).toList())));
    List<SiteBytes> matrix = matrix(from, to);
    double bytes = matrix.stream().mapToDouble(SiteBytes::bytes).sum();
    return new TraceJob(words[0], number(words[1]) / MILLIS_PER_SECOND, stages,
        List.of(new TraceShuffle(MAP, REDUCE, bytes, OptionalDouble.empty(), matrix)));
  }

  private List<SiteBytes> matrix(List<SiteId> from, List<String[]> to) {
    Map<SiteId, Map<SiteId, SiteBytes>> bundles = new TreeMap<>();
    for (String[] reducer : to) {
      double bytes = number(reducer[1]) * BYTES_PER_MEGABYTE / from.size();
      SiteId destination = site(reducer[0]);
      for (SiteId source : from) {
        bundles.computeIfAbsent(source, key -> new TreeMap<>()).merge(destination, new SiteBytes(source, destination, bytes, 1),
            (a, b) -> new SiteBytes(source, destination, a.bytes() + b.bytes(), a.flows() + b.flows()));
      }
    }
    return bundles.values().stream().flatMap(row -> row.values().stream()).toList();
  }

  private static Map<SiteId, Integer> tasks(List<SiteId> sites) {
    Map<SiteId, Integer> tasks = new TreeMap<>();
    sites.forEach(site -> tasks.merge(site, 1, Integer::sum));
    return tasks;
  }

  private static String[] reducer(String word) {
    String[] parts = word.split(":", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException("expected a reducer to be <rack>:<megabytes>, got '" + word + "'");
    }
    return parts;
  }

  private SiteId site(String rack) {
    return sites.get((int) (whole(rack) % sites.size()));
  }

  private static String word(String[] words, int index) {
    if (index >= words.length) {
      throw new IllegalArgumentException("expected <id> <arrival ms> <mappers> <racks...> <reducers> <rack>:<megabytes>..., got "
          + words.length + " words");
    }
    return words[index];
  }

  private static int count(String word) {
    long count = whole(word);
    if (count < 1) {
      throw new IllegalArgumentException("expected at least one mapper and one reducer, got " + word);
    }
    return (int) count;
  }

  private static long whole(String word) {
    double value = number(word);
    if (value != Math.rint(value) || value > MAX_RACKS) {
      throw new IllegalArgumentException("expected a whole number up to " + MAX_RACKS + ", got '" + word + "'");
    }
    return (long) value;
  }

  private static double number(String word) {
    try {
      double value = Double.parseDouble(word);
      if (Double.isFinite(value) && value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw new IllegalArgumentException("expected a number of at least 0, got '" + word + "'");
  }
}
