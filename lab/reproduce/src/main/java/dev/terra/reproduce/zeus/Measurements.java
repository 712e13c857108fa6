package dev.terra.reproduce.zeus;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import com.google.common.collect.Sets;
import dev.terra.core.recurring.SettingProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The authors' published measurements (ml-energy/zeus, folder {@code
 * examples/research_reproducibility/zeus_nsdi23/trace}): how many epochs runs needed, and the power and time of an
 * epoch at each power limit.
 */
public final class Measurements {
  private static final String RUNS = "summary_train.csv";
  private static final Splitter COMMA = Splitter.on(',').trimResults();
  private static final Set<String> NOT_REACHED = Set.of("nan", "NaN", "");

  private final Path folder;
  private final List<Row> runs;

  private Measurements(Path folder) {
    this.folder = folder;
    this.runs = rows(folder.resolve(RUNS));
  }

  /**
   * Reads a folder.
   *
   * @throws IllegalArgumentException with the file and the line, if one cannot be read
   */
  public static Measurements in(Path folder) {
    return new Measurements(folder);
  }

  /** Returns the measurements of a job on a GPU. */
  MeasuredJob of(TrainingJob job, Gpu gpu) {
    ListMultimap<Integer, OptionalInt> epochs = MultimapBuilder.treeKeys().arrayListValues().build();
    runs.stream().filter(row -> row.isOf(job) && job.isTarget(row.number("target_metric")))
        .forEach(row -> epochs.put(row.whole("batch_size"), row.epochs()));
    ListMultimap<Integer, SettingProfile> profiles = MultimapBuilder.treeKeys().arrayListValues().build();
    rows(folder.resolve(gpu.fileName())).stream().filter(row -> row.isOf(job))
        .forEach(row -> profiles.put(row.whole("batch_size"), row.profile()));
    Set<Integer> both = Sets.intersection(epochs.keySet(), profiles.keySet());
    return new MeasuredJob(job, kept(epochs, both), kept(profiles, both));
  }

  private static <T> ImmutableSortedMap<Integer, ImmutableList<T>> kept(ListMultimap<Integer, T> all, Set<Integer> keys) {
    return Multimaps.asMap(all).entrySet().stream().filter(entry -> keys.contains(entry.getKey()))
        .collect(ImmutableSortedMap.toImmutableSortedMap(Integer::compare, Map.Entry::getKey,
            entry -> ImmutableList.copyOf(entry.getValue())));
  }

  private static List<Row> rows(Path file) {
    List<String> lines = lines(file);
    List<String> names = COMMA.splitToList(lines.isEmpty() ? "" : lines.get(0));
    ImmutableList.Builder<Row> rows = ImmutableList.builder();
    for (int i = 1; i < lines.size(); i++) {
      rows.add(new Row(file + ", line " + (i + 1), names, COMMA.splitToList(lines.get(i))));
    }
    return rows.build();
  }

  private static List<String> lines(Path file) {
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(file + " cannot be read");
    }
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  /**
   * A row of a file.
   *
   * @param place its file and line
   * @param names the columns
   * @param values its values
   */
  private record Row(String place, List<String> names, List<String> values) {
    private boolean isOf(TrainingJob job) {
      return job.isOf(text("dataset"), text("optimizer"));
    }

    private OptionalInt epochs() {
      return NOT_REACHED.contains(text("target_epoch")) ? OptionalInt.empty() : OptionalInt.of(whole("target_epoch"));
    }

    private SettingProfile profile() {
      return new SettingProfile(whole("power_limit"), number("average_power"), number("time_per_epoch"));
    }

    private String text(String name) {
      int column = names.indexOf(name);
      if (column < 0 || column >= values.size()) {
        throw new IllegalArgumentException(place + ": expected a column " + name);
      }
      return values.get(column);
    }

    private double number(String name) {
      try {
        return Double.parseDouble(text(name));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(place + ": " + name + ": expected a number, got '" + text(name) + "'", e);
      }
    }

    private int whole(String name) {
      return (int) Math.round(number(name));
    }
  }
}
