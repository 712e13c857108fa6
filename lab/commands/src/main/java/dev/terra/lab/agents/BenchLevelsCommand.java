package dev.terra.lab.agents;

import dev.terra.lab.agents.LevelsBench.Level;
import dev.terra.lab.command.LabCommand;
import dev.terra.workloads.data.SuiteTables;
import dev.terra.workloads.data.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./terra bench levels}: measures which of Zstandard's levels are worth their time. */
@Command(
    name = "levels",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compresses rows of TPC-H's tables, as a map's output has them, in blocks as agents do, by each of some levels of Zstandard. A level",
      "is worth its time if no mix of other levels, and of blocks that go as they are, leaves as few bytes in as little processor time.",
      "Takes a minute."
    })
public final class BenchLevelsCommand extends LabCommand {
  private static final int LEAST_LEVEL = -5;
  private static final int MOST_LEVEL = 9;
  private static final int MOST_ROUNDS = 100;
  private static final int MOST_MEGABYTES = 100;
  private static final int MOST_KIBIBYTES = 256;
  private static final double SCALE_FACTOR = 1;

  @Option(names = "--levels", paramLabel = "N,...", split = ",", defaultValue = "-5,-3,-1,1,2,3",
      description = "Of Zstandard, -5 to 9 (default: ${DEFAULT-VALUE}).")
  private List<Integer> levels;

  @Option(names = "--tables", paramLabel = "NAME,...", split = ",", defaultValue = "lineitem,orders,partsupp",
      description = "Of TPC-H (default: ${DEFAULT-VALUE}).")
  private List<String> tables;

  @Option(names = "--megabytes", paramLabel = "N", defaultValue = "16", description = "Of each table, 1 to 100 (default 16).")
  private int megabytes;

  @Option(names = "--block", paramLabel = "KIB", defaultValue = "128", description = "Length of a block, 16 to 256 KiB (default 128).")
  private int block;

  @Option(names = "--rounds", paramLabel = "N", defaultValue = "5", description = "Of each level; medians count (default 5).")
  private int rounds;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "62", description = "Of the order of rows (default 62).")
  private long seed;

  /** The output of {@code --json}. */
  record Report(int blockKib, long seed, List<OfTable> tables) {}

  /** The levels for the rows of one table. */
  record OfTable(String table, List<LevelsBench.Row> levels) {}

  @Override
  public Integer call() throws IOException {
    levels.forEach(level -> expect("--levels", level, LEAST_LEVEL, MOST_LEVEL));
    List<Table> known = SuiteTables.tpch();
    expectKnown("--tables", tables, known.stream().map(Table::name).toList());
    expect("--megabytes", megabytes, 1, MOST_MEGABYTES);
    expect("--block", block, 1 << 4, MOST_KIBIBYTES);
    expect("--rounds", rounds, 1, MOST_ROUNDS);
    List<OfTable> measured = new ArrayList<>();
    for (Table table : known) {
      if (tables.contains(table.name())) {
        progress().say("rows of " + table.name());
        measured.add(new OfTable(table.name(), LevelsBench.run(rows(table), block << 10, levels, rounds)));
      }
    }
    return report(new Report(block, seed, measured), true, BenchLevelsCommand::print);
  }

  /** Returns rows as text, in an order that is unrelated to the order in which they were made, as in a shuffle's partitions. */
  private byte[] rows(Table table) {
    List<String> lines = new ArrayList<>();
    long bytes = 0;
    for (Iterator<Object[]> rows = table.rows(SCALE_FACTOR); rows.hasNext() && bytes < megabytes * 1_000_000L;) {
      String line = Arrays.stream(rows.next()).map(String::valueOf).collect(Collectors.joining("|", "", "\n"));
      bytes += line.length();
      lines.add(line);
    }
    Collections.shuffle(lines, new Random(seed));
    return String.join("", lines).getBytes(StandardCharsets.UTF_8);
  }

  private static void print(PrintWriter out, Report report) {
    out.printf(Locale.ROOT, "%-10s  LEVEL  CPU NS/BYTE  ON LINKS  RATIO%n", "TABLE");
    for (OfTable one : report.tables()) {
      for (LevelsBench.Row row : one.levels()) {
        Level level = row.level();
        out.printf(Locale.ROOT, "%-10s  %5d  %11.2f  %8.3f  %5.2f  %s%n", one.table(), level.level(), level.nanosPerByte(),
            level.wireShare(), 1 / level.wireShare(), row.corner() ? "a corner" : "a mix of others is better");
      }
    }
  }
}
