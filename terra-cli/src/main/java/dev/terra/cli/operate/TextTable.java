package dev.terra.cli.operate;

import java.util.ArrayList;
import java.util.List;

/** A table for people: columns are as wide as their widest cell, and numbers are aligned to the right. */
public final class TextTable {
  private static final String GAP = "  ";

  private final List<Column> columns;
  private final List<List<String>> rows = new ArrayList<>();
  private final Paint paint;

  /** A column; {@code right} is true if its cells are aligned to the right. */
  public record Column(String title, boolean right) {
    /** Returns a column of words. */
    public static Column text(String title) {
      return new Column(title, false);
    }

    /** Returns a column of numbers. */
    public static Column number(String title) {
      return new Column(title, true);
    }
  }

  /** Makes a table without colours. */
  public TextTable(Column... columns) {
    this(new Paint(false), columns);
  }

  TextTable(Paint paint, Column... columns) {
    this.paint = paint;
    this.columns = List.of(columns);
  }

  /** Adds a row, with one cell for each column. */
  public TextTable row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException("expected " + columns.size() + " cells, got " + cells.length);
    }
    rows.add(List.of(cells));
    return this;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    line(text, columns.stream().map(Column::title).toList(), true);
    rows.forEach(row -> line(text, row, false));
    return text.toString().stripTrailing();
  }

  private void line(StringBuilder text, List<String> cells, boolean head) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      String padding = " ".repeat(width(i) - cells.get(i).length());
      String cell = head ? paint.faint(cells.get(i)) : paint.state(cells.get(i));
      line.append(i == 0 ? "" : GAP).append(columns.get(i).right() ? padding + cell : cell + padding);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private int width(int column) {
    return Math.max(columns.get(column).title().length(), rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0));
  }
}
