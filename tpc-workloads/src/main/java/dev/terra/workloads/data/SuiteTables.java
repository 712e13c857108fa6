package dev.terra.workloads.data;

import java.util.List;

/** The tables of suites. */
public final class SuiteTables {
  private SuiteTables() {}

  /** TPC-H's eight. */
  public static List<Table> tpch() {
    return TpchTables.all();
  }

  /** TPC-DS's 24. */
  public static List<Table> tpcds() {
    return TpcdsTables.all();
  }

  /** TPC-DS's, clicks and reviews. */
  public static List<Table> bigBench() {
    return BigBenchTables.all();
  }
}
