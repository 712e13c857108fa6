package dev.terra.sim.trace;

import dev.terra.core.failure.Failures;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * The line format of published traces. {@code #} starts a comment. A job is {@code <stages> <id> <arrival s>}, followed by a line {@code
 * <name> <tasks> <site of each task...>} for each stage; the number of shuffles; and, for each of them, a line {@code <from> <to>
 * <megabytes> [<deadline s>]}. Megabytes are 10^6 bytes. A job that does not parse is left out, and the reason is noted; reading continues
 * at the next comment or the next line that looks like the head of a job.
 */
final class TextTraceReader {
  /** The most stages or shuffles of one job; a higher number was read from the wrong place. */
  private static final int MAX_PARTS = 100_000;

  private record Line(int number, List<String> words) {}

  /** Thrown if a job cannot be read; it names the line at which this showed. */
  private static final class BadJob extends Exception {
    private static final long serialVersionUID = 1L;

    BadJob(int line, String problem) {
      super("line " + line + ": " + problem);
    }
  }

  private final List<Line> lines = new ArrayList<>();
  private final Set<Integer> jobStarts = new HashSet<>();
  private final JobList jobs = new JobList();
  private int next;

  private TextTraceReader(String text) {
    int number = 0;
    boolean afterComment = true;
    for (String raw : text.lines().toList()) {
      number++;
      String line = raw.contains("#") ? raw.substring(0, raw.indexOf('#')) : raw;
      if (line.isBlank()) {
        afterComment |= raw.contains("#");
      } else {
        if (afterComment) {
          jobStarts.add(lines.size());
        }
        afterComment = false;
        lines.add(new Line(number, List.of(line.strip().split("\\s+"))));
      }
    }
  }

  static Trace read(String name, String text) {
    TextTraceReader reader = new TextTraceReader(text);
    reader.readAll();
    return reader.jobs.toTrace(name);
  }

  private void readAll() {
    while (next < lines.size()) {
      int start = next;
      try {
        jobs.add(readJob());
      } catch (BadJob e) {
        jobs.leaveOut(Failures.inWords(e));
        skipToJob(start);
      } catch (IllegalArgumentException e) {
        jobs.leaveOut("line " + lines.get(start).number() + ": " + e.getMessage());
        skipToJob(start);
      }
    }
  }

  private void skipToJob(int start) {
    next = start + 1;
    while (next < lines.size() && !jobStarts.contains(next) && !looksLikeHead(lines.get(next))) {
      next++;
    }
  }

  private static boolean looksLikeHead(Line line) {
    return line.words().size() == 3 && isNumber(line.words().get(0)) && isNumber(line.words().get(2));
  }

  private static boolean isNumber(String word) {
    return word.matches("[0-9]+(\\.[0-9]+)?");
  }

  private TraceJob readJob() throws BadJob {
    Line head = take("the head of a job", 3);
    int stageCount = count(head, head.words().get(0));
    double arrival = number(head, head.words().get(2));
    List<Stage> stages = new ArrayList<>();
    for (int i = 0; i < stageCount; i++) {
      stages.add(stage(take("a stage", 3)));
    }
    Line shuffleHead = take("the number of shuffles", 1);
    if (shuffleHead.words().size() != 1) {
      throw new BadJob(
          shuffleHead.number(), "expected the number of shuffles, got '" + String.join(" ", shuffleHead.words()) + "'");
    }
    int shuffleCount = count(shuffleHead, shuffleHead.words().get(0));
    List<TraceShuffle> shuffles = new ArrayList<>();
    for (int i = 0; i < shuffleCount; i++) {
      shuffles.add(shuffle(take("a shuffle", 3)));
    }
    return new TraceJob(head.words().get(1), arrival, stages, shuffles);
  }

  private Line take(String expected, int words) throws BadJob {
    if (next >= lines.size()) {
      throw new BadJob(lines.get(lines.size() - 1).number(), "the file ends where " + expected + " was expected");
    }
    Line line = lines.get(next);
    if (line.words().size() < words) {
      throw new BadJob(line.number(), "expected " + expected + ", got '" + String.join(" ", line.words()) + "'");
    }
    next++;
    return line;
  }

  private static Stage stage(Line line) throws BadJob {
    List<String> words = line.words();
    int tasks = count(line, words.get(1));
    if (words.size() != 2 + tasks) {
      throw new BadJob(line.number(), "stage " + words.get(0) + " names " + (words.size() - 2) + " sites for " + tasks + " tasks");
    }
    Map<SiteId, Integer> bySite = new TreeMap<>();
    for (int i = 2; i < words.size(); i++) {
      bySite.merge(new SiteId(words.get(i)), 1, Integer::sum);
    }
    return new Stage(words.get(0), bySite);
  }

  private static TraceShuffle shuffle(Line line) throws BadJob {
    List<String> words = line.words();
    if (words.size() > 4) {
      throw new BadJob(line.number(), "a shuffle has 3 or 4 words, got '" + String.join(" ", words) + "'");
    }
    OptionalDouble deadline = words.size() == 4 ? OptionalDouble.of(number(line, words.get(3))) : OptionalDouble.empty();
    return new TraceShuffle(words.get(0), words.get(1), number(line, words.get(2)) * 1e6, deadline, List.of());
  }

  private static int count(Line line, String word) throws BadJob {
    double value = number(line, word);
    if (value != Math.rint(value) || value < 0 || value > MAX_PARTS) {
      throw new BadJob(line.number(), "expected a whole number up to " + MAX_PARTS + ", got '" + word + "'");
    }
    return (int) value;
  }

  private static double number(Line line, String word) throws BadJob {
    try {
      double value = Double.parseDouble(word);
      if (Double.isFinite(value) && value >= 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, like a number out of range
    }
    throw new BadJob(line.number(), "expected a number of at least 0, got '" + word + "'");
  }
}
