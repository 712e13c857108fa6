package dev.terra.lab.reproduce;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.terra.cli.operate.TextTable;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.lab.command.LabCommand;
import dev.terra.reproduce.Row;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that prints a paper's figures, those of the authors beside ours, from runs with a seed. */
abstract class PaperCommand extends LabCommand {
  @Option(names = "--seed", defaultValue = "1", paramLabel = "S", description = "Of all draws (default ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * The printed report.
   *
   * @param seed of all random numbers
   * @param rows the figures
   */
  record Report(long seed, List<Row> rows) {}

  final long seed() {
    return seed;
  }

  /** Runs named parts on all processors, and prints their rows in order. */
  final int report(List<String> names, Function<String, List<Row>> part) throws JsonProcessingException {
    AtomicInteger done = new AtomicInteger();
    return report(IntStream.range(0, names.size()).parallel().mapToObj(i -> {
      List<Row> rows = part.apply(names.get(i));
      progress().say(names.get(i) + ": done (" + done.incrementAndGet() + " of " + names.size() + ")");
      return rows;
    }).flatMap(List::stream).toList());
  }

  /** Prints rows. The exit code is 1 if a row does not hold. */
  final int report(List<Row> rows) throws JsonProcessingException {
    return report(new Report(seed, rows), rows.stream().allMatch(Row::holds), (out, report) -> out.print(text(report.rows())));
  }

  private static String text(List<Row> rows) {
    TextTable table = new TextTable(Column.text("figure"), Column.text("setting"), Column.number("paper"), Column.number("authors"),
        Column.number("ours"), Column.text("unit"), Column.text(""));
    rows.forEach(row -> table.row(row.figure(), row.setting(), number(row.paper()), number(row.authors()), number(row.ours()), row.unit(),
        inWords(row.holds())));
    return table.toString();
  }

  private static String number(@Nullable Double value) {
    return value == null ? "" : String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.3f" : "%.2f", value);
  }
}
