package dev.terra.workloads.data;

import java.util.List;

/** The tables of suites. */
public final class SuiteTables {
  private SuiteTables() {}

  /** Returns TPC-H's eight tables. */
  public static List<Table> tpch() {
    return TpchTables.all();
  }

  /** Returns TPC-DS's 24 tables. */
  public static List<Table> tpcds() {
    return TpcdsTables.all();
  }

  /** Returns TPC-DS's tables with clicks and reviews. */
  public static List<Table> bigBench() {
    return BigBenchTables.all();
  }
}
