package dev.terra.workloads.data;

import java.util.Iterator;
import java.util.List;

/** A table whose rows are generated. */
public interface Table {
  /** Its name, lower case. */
  String name();

  /** Its columns, in their order. */
  List<Column> columns();

  /**
   * All rows, the same each time, one value for each column; a missing one is null.
   *
   * @param scaleFactor above 0; at 1 all tables of a suite have about a gigabyte as text
   */
  Iterator<Object[]> rows(double scaleFactor);
}
