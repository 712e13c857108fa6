package dev.terra.rest.read;

import dev.terra.rest.rows.JobRow;
import dev.terra.rest.rows.ShuffleRow;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the rows of jobs from the rows of their shuffles. */
final class JobRows {
  private static final int MOST_IDS = 50;
  /** The states, the busiest first. */
  private static final List<String> STATES = List.of("running", "waiting", "idle", "failed", "ended");

  private JobRows() {}

  static JobRow row(String id, List<ShuffleRow> shuffles) {
    long expected = shuffles.stream().mapToLong(ShuffleRow::expectedBytes).sum();
    long done = shuffles.stream().mapToLong(ShuffleRow::doneBytes).sum();
    String state = shuffles.stream().map(ShuffleRow::state).min(Comparator.comparing(STATES::indexOf)).orElseThrow();
    boolean unknown = shuffles.stream().anyMatch(shuffle -> shuffle.leftBytes() > 0 && shuffle.expectedFinishAt() == null);
    Instant last = all(shuffles, ShuffleRow::expectedFinishAt).stream().max(Comparator.naturalOrder()).orElse(null);
    Optional<ShuffleRow> placed = shuffles.stream().filter(shuffle -> shuffle.queue() != null)
        .min(Comparator.comparing(shuffle -> !ShuffleRows.CONFIRMED.equals(shuffle.queueFrom())));
    return new JobRow(id, placed.map(ShuffleRow::queue).orElse(null), placed.map(ShuffleRow::queueFrom).orElse(null),
        first(shuffles, ShuffleRow::user), state,
        first(shuffles, ShuffleRow::failure), shuffles.size(),
        shuffles.stream().limit(MOST_IDS).map(ShuffleRow::id).toList(),
        shuffles.stream().map(ShuffleRow::arrivedAt).min(Comparator.naturalOrder()).orElseThrow(), unknown ? null : last, expected, done,
        shuffles.stream().mapToLong(ShuffleRow::wireBytes).sum(), shuffles.stream().mapToDouble(ShuffleRow::compressSeconds).sum(),
        shuffles.stream().mapToDouble(ShuffleRow::restoreSeconds).sum(),
        shuffles.stream().mapToLong(ShuffleRow::leftBytes).sum(), shuffles.stream().mapToDouble(ShuffleRow::bytesPerSecond).sum(),
        ShuffleRows.progress(done, expected), shuffles.stream().mapToInt(ShuffleRow::priority).max().orElse(0),
        shuffles.stream().mapToDouble(ShuffleRow::weight).max().orElse(1),
        all(shuffles, ShuffleRow::deadlineAt).stream().min(Comparator.naturalOrder()).orElse(null));
  }

  private static <T> List<T> all(List<ShuffleRow> shuffles, Function<ShuffleRow, T> member) {
    return shuffles.stream().map(member).filter(Objects::nonNull).toList();
  }

  private static @Nullable String first(List<ShuffleRow> shuffles, Function<ShuffleRow, String> member) {
    return all(shuffles, member).stream().findFirst().orElse(null);
  }
}
