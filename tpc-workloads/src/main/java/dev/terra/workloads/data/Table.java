package dev.terra.workloads.data;

import java.util.Iterator;
import java.util.List;

/** A table whose rows are generated. */
public interface Table {
  /** Returns its name, in lower case. */
  String name();

  /** Returns its columns, in their order. */
  List<Column> columns();

  /**
   * Returns all rows, which are the same each time. A row has one value for each column; a missing value is null.
   *
   * @param scaleFactor above 0; at 1 all tables of a suite have about a gigabyte as text
   */
  Iterator<Object[]> rows(double scaleFactor);
}
