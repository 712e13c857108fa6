package dev.terra.lab.verify;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.terra.cli.operate.TextTable;
import dev.terra.cli.operate.TextTable.Column;
import dev.terra.lab.faults.Outcome;
import dev.terra.lab.faults.RunReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/**
 * The result of {@code ./terra verify faults}.
 *
 * @param topology name of the WAN
 * @param seed the first of the sequences
 * @param holds whether everything that was requested was run and holds
 * @param notRun rows that cannot be run on this machine; none of them holds
 * @param virtualSequences null if none was requested
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record FaultReport(
    String topology,
    long seed,
    boolean holds,
    long notRun,
    List<RunReport> rows,
    List<RunReport> sequences,
    VirtualNetwork.Sequences virtualSequences) {

  static FaultReport of(String topology, long seed, List<RunReport> rows, List<RunReport> sequences, VirtualNetwork.Sequences virtual) {
    boolean holds = rows.stream().allMatch(RunReport::holds) && sequences.stream().allMatch(RunReport::holds)
        && (virtual == null || virtual.holds());
    long notRun = rows.stream().filter(row -> row.outcome() == Outcome.NOT_RUN).count();
    return new FaultReport(topology, seed, holds, notRun, List.copyOf(rows), List.copyOf(sequences), virtual);
  }

  void print(PrintWriter out) {
    TextTable table = new TextTable(Column.text(""), Column.text(""), Column.number("seconds"), Column.number("detected"),
        Column.number("resumed"), Column.number("return"), Column.text(""));
    rows.forEach(row -> add(table, row));
    sequences.forEach(sequence -> add(table, sequence));
    out.println(table);
    if (virtualSequences != null) {
      out.printf(Locale.ROOT, "%d sequences in the virtual network from seed %d on: %s%n", virtualSequences.count(),
          virtualSequences.firstSeed(), virtualSequences.holds() ? "none lost a byte" : "FAILED; " + virtualSequences.detail());
    }
    sequences.stream().filter(sequence -> !sequence.holds()).forEach(sequence -> out.println("replay " + sequence.name()
        + ": ./terra verify faults --rows none --virtual-sequences 0 --sequences 1 --seed "
        + sequence.name().substring(sequence.name().indexOf('-') + 1)));
    out.printf(Locale.ROOT, "%d of %d rows and %d of %d sequences hold, %d rows were not run%n", count(rows), rows.size(),
        count(sequences), sequences.size(), notRun);
  }

  private static long count(List<RunReport> reports) {
    return reports.stream().filter(RunReport::holds).count();
  }

  private static void add(TextTable table, RunReport report) {
    String detail = report.detail().isEmpty() ? String.join(", ", report.faults()) : report.detail();
    table.row(report.name(), report.outcome().toString(), number(report.seconds()), number(report.detectedSeconds()),
        number(report.resumedSeconds()), number(report.returnUsedSeconds()), (report.holds() ? "" : "DOES NOT HOLD: ") + detail);
  }

  private static String number(Double seconds) {
    return seconds == null ? "-" : String.format(Locale.ROOT, "%.2f", seconds);
  }
}
