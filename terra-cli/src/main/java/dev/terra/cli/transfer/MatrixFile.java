package dev.terra.cli.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.api.client.TransferMatrix;
import dev.terra.config.JsonFields;
import dev.terra.config.JsonFile;
import dev.terra.config.TextFile;
import dev.terra.core.failure.Failures;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.units.CostLimits;
import dev.terra.schedule.cost.CostBudget;
import dev.terra.schedule.cost.CostBudget.Strictness;
import dev.terra.schedule.cost.CostGoal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads what to submit; docs/use/submit.md describes the format. Every invalid value is an error that names the transfer.
 *
 * @param id the id of the shuffle, if the file has one
 * @param matrix what to move
 * @param transfers the number of transfers
 */
record MatrixFile(Optional<String> id, TransferMatrix matrix, int transfers) {
  static final long MAX_BYTES = 256L << 20;
  /** The limit of weights and seconds; higher values are typing errors. It is thirty years. */
  private static final double LARGEST_TERM = 1e9;
  static final String ABOVE_0 = "above 0 and below 1000000000";
  static final List<String> KEYS =
      List.of("id", "group", "class", "weight", "priority", "deadlineSeconds", "timeoutSeconds", "usdPerHour", "maxUsd", "budget",
          "transfers");
  static final List<String> TRANSFER_KEYS = List.of("from", "to", "bytes", "seed", "file", "offset", "toFile");

  static MatrixFile read(Path file, Consumer<TransferMatrix.Builder> given) {
    JsonFields root = new JsonFields(JsonFile.tree(file, TextFile.read(file, MAX_BYTES)), file.toString(), KEYS);
    try {
      return of(root, given);
    } catch (IllegalArgumentException e) {
      throw root.error(Failures.inWords(e));
    }
  }

  /** Makes a matrix; {@code given} sets the values of the command line after those of the file, so that they override them. */
  private static MatrixFile of(JsonFields root, Consumer<TransferMatrix.Builder> given) {
    TransferMatrix.Builder matrix = TransferMatrix.builder();
    terms(root, matrix);
    given.accept(matrix);
    Map<String, Integer> receivers = new LinkedHashMap<>();
    int number = 0;
    for (JsonNode transfer : root.list("transfers")) {
      add(matrix, receivers, number, new JsonFields(transfer, root.what() + ": transfer number " + (number + 1), TRANSFER_KEYS));
      number++;
    }
    if (number == 0) {
      throw root.error("expected 'transfers' to be a list of at least one");
    }
    receivers.forEach((site, receiver) -> matrix.receiver(receiver, site));
    Optional<String> id = root.has("id") ? Optional.of(root.text("id")) : Optional.empty();
    return new MatrixFile(id, matrix.build(), number);
  }

  private static void terms(JsonFields root, TransferMatrix.Builder matrix) {
    if (root.has("group")) {
      matrix.group(root.text("group"));
    }
    above0(root, "weight").ifPresent(matrix::weight);
    if (root.has("class")) {
      matrix.latencyClass(latencyClass(root.text("class")));
    }
    if (root.has("priority")) {
      long priority = root.whole("priority", Integer.MIN_VALUE);
      if (priority > Integer.MAX_VALUE) {
        throw root.error("expected 'priority' to be at most " + Integer.MAX_VALUE + ", got " + priority);
      }
      matrix.priority((int) priority);
    }
    from0(root, "usdPerHour", CostLimits.MOST_USD_PER_HOUR).ifPresent(matrix::usdPerHour);
    budget(root, matrix);
    above0(root, "deadlineSeconds").ifPresent(seconds -> matrix.deadline(duration(seconds)));
    above0(root, "timeoutSeconds").ifPresent(seconds -> matrix.timeout(duration(seconds)));
  }

  private static void budget(JsonFields root, TransferMatrix.Builder matrix) {
    String budget = root.has("budget") ? root.text("budget") : "soft";
    if (!List.of("soft", "hard").contains(budget) || (root.has("budget") && !root.has("maxUsd"))) {
      throw root.error("expected 'budget' to be soft or hard, with 'maxUsd', got " + budget);
    }
    from0(root, "maxUsd", CostLimits.MOST_USD).ifPresent(matrix::maxUsd);
    if (budget.equals("hard")) {
      matrix.hardBudget();
    }
  }

  /** Returns what chooses the plan of the matrix; null if neither a budget nor a value of time is given. */
  @Nullable CostGoal goal() {
    OptionalDouble maxUsd = matrix.maxUsd();
    if (maxUsd.isEmpty() && matrix.usdPerHour().isEmpty()) {
      return null;
    }
    Strictness strictness = matrix.isHardBudget() ? Strictness.HARD : Strictness.SOFT;
    return new CostGoal(matrix.usdPerHour().orElse(Double.POSITIVE_INFINITY),
        maxUsd.isPresent() ? new CostBudget(maxUsd.getAsDouble(), strictness) : null);
  }

  private static OptionalDouble from0(JsonFields root, String key, double most) {
    return ranged(root, key, CostLimits.from0(most), number -> CostLimits.isFrom0(number, most));
  }

  private static OptionalDouble above0(JsonFields root, String key) {
    return ranged(root, key, ABOVE_0, MatrixFile::isSeconds);
  }

  private static OptionalDouble ranged(JsonFields root, String key, String range, DoublePredicate fits) {
    OptionalDouble value = root.number(key);
    if (value.isPresent() && !fits.test(value.getAsDouble())) {
      throw root.error("expected '" + key + "' to be " + range + ", got " + value.getAsDouble());
    }
    return value;
  }

  /** Returns whether a number of seconds is valid for a shuffle. */
  static boolean isSeconds(double seconds) {
    return seconds > 0 && seconds < LARGEST_TERM;
  }

  private static LatencyClass latencyClass(String word) {
    return LatencyClass.of(word).orElseThrow(() ->
        new IllegalArgumentException("'class': expected interactive, normal or bulk, got " + word));
  }

  static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static void add(TransferMatrix.Builder matrix, Map<String, Integer> receivers, int number, JsonFields transfer) {
    int receiver = receivers.computeIfAbsent(transfer.text("to"), site -> receivers.size());
    if (transfer.has("file") == transfer.has("seed")) {
      throw transfer.error("expected either 'file' or 'seed'");
    }
    if (transfer.has("offset") && !transfer.has("file")) {
      throw transfer.error("'offset' needs 'file'");
    }
    TransferMatrix.Source source = transfer.has("file")
        ? new TransferMatrix.FileSource(transfer.text("file"), transfer.has("offset") ? transfer.whole("offset", 0) : 0)
        : new TransferMatrix.SeedSource(transfer.whole("seed", Long.MIN_VALUE));
    matrix.transfer(number, transfer.text("from"), receiver, bytes(transfer), source,
        transfer.has("toFile") ? transfer.text("toFile") : null);
  }

  static long bytes(JsonFields transfer) {
    if (!transfer.isText("bytes")) {
      return transfer.whole("bytes", 0);
    }
    try {
      return ByteSize.parse(transfer.text("bytes"));
    } catch (IllegalArgumentException e) {
      throw transfer.error("'bytes': " + Failures.inWords(e));
    }
  }
}
