package dev.terra.workloads;

import dev.terra.workloads.data.SuiteTables;
import dev.terra.workloads.data.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A set of tables and queries over them. */
public enum Suite {
  /** Tables with TPC-H's rows, and queries derived from its 22 queries. */
  TPCH("TPC-H-derived"),
  /** Tables with TPC-DS's rows, and queries derived from its 99 queries, of which four have two parts. */
  TPCDS("TPC-DS-derived"),
  /** TPC-DS's rows, clicks and reviews, with our own queries for BigBench's questions. */
  BIGBENCH("BigBench-shaped");

  private final String title;

  Suite(String title) {
    this.title = title;
  }

  /** Returns the suite with this name on the command line. */
  public static Suite named(String label) {
    return Arrays.stream(values()).filter(suite -> suite.label().equals(label)).findFirst().orElseThrow(
        () -> new IllegalArgumentException("no suite " + label + "; there are "
            + Arrays.stream(values()).map(Suite::label).collect(Collectors.joining(", "))));
  }

  /** Returns its name on the command line, which is also the name of its database. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the title of its results, which are not TPC results. */
  public String title() {
    return title;
  }

  /** Returns its tables. */
  public List<Table> tables() {
    return switch (this) {
      case TPCH -> SuiteTables.tpch();
      case TPCDS -> SuiteTables.tpcds();
      case BIGBENCH -> SuiteTables.bigBench();
    };
  }
}
