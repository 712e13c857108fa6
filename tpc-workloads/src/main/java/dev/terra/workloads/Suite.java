package dev.terra.workloads;

import dev.terra.workloads.data.SuiteTables;
import dev.terra.workloads.data.Table;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A set of tables and queries over them. */
public enum Suite {
  /** Tables with TPC-H's rows; queries derived from its 22. */
  TPCH("TPC-H-derived"),
  /** Tables with TPC-DS's rows; queries derived from its 99, of which four are in two parts. */
  TPCDS("TPC-DS-derived"),
  /** TPC-DS's rows, clicks and reviews; queries of our own for what BigBench asks. */
  BIGBENCH("BigBench-shaped");

  private final String title;

  Suite(String title) {
    this.title = title;
  }

  /** The suite of a name on the command line. */
  public static Suite named(String label) {
    return Arrays.stream(values()).filter(suite -> suite.label().equals(label)).findFirst().orElseThrow(
        () -> new IllegalArgumentException("no suite " + label + "; there are "
            + Arrays.stream(values()).map(Suite::label).collect(Collectors.joining(", "))));
  }

  /** Its name on the command line, and that of its database. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What its results are called: they are no TPC results. */
  public String title() {
    return title;
  }

  /** Its tables. */
  public List<Table> tables() {
    return switch (this) {
      case TPCH -> SuiteTables.tpch();
      case TPCDS -> SuiteTables.tpcds();
      case BIGBENCH -> SuiteTables.bigBench();
    };
  }
}
