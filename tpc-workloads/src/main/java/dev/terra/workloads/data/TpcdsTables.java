package dev.terra.workloads.data;

import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** Tables with TPC-DS's rows, from Trino's generator. */
final class TpcdsTables {
  private TpcdsTables() {}

  /** Returns all tables except the one that only describes how they were made. */
  static List<Table> all() {
    return io.trino.tpcds.Table.getBaseTables().stream().filter(table -> table != io.trino.tpcds.Table.DBGEN_VERSION)
        .<Table>map(OfTpcds::new).toList();
  }

  private record OfTpcds(io.trino.tpcds.Table table) implements Table {
    @Override
    public String name() {
      return table.getName().toLowerCase(Locale.ROOT);
    }

    @Override
    public List<Column> columns() {
      return List.of(table.getColumns()).stream().map(OfTpcds::column).toList();
    }

    private static Column column(io.trino.tpcds.column.Column column) {
      String name = column.getName().toLowerCase(Locale.ROOT);
      return switch (column.getType().getBase()) {
        case IDENTIFIER -> Column.of(name, Column.Type.BIGINT);
        case INTEGER -> Column.of(name, Column.Type.INT);
        case DATE -> Column.of(name, Column.Type.DATE);
        case DECIMAL -> Column.decimal(name, column.getType().getPrecision().orElseThrow(), column.getType().getScale().orElseThrow());
        case CHAR, VARCHAR, TIME -> Column.of(name, Column.Type.STRING);
      };
    }

    @Override
    public Iterator<Object[]> rows(double scaleFactor) {
      Session session = Session.getDefaultSession().withTable(table).withScale(scaleFactor).withNoSexism(false);
      Iterator<List<List<String>>> rows = Results.constructResults(table, session).iterator();
      List<Column> columns = columns();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return rows.hasNext();
        }

        @Override
        public Object[] next() {
          List<String> row = rows.next().get(0);
          Object[] values = new Object[columns.size()];
          for (int i = 0; i < values.length; i++) {
            values[i] = row.get(i) == null ? null : value(columns.get(i), row.get(i));
          }
          return values;
        }
      };
    }

    private static Object value(Column column, String text) {
      return switch (column.type()) {
        case BIGINT -> Long.valueOf(text);
        case INT -> Integer.valueOf(text);
        case DECIMAL -> new BigDecimal(text).setScale(column.scale(), RoundingMode.HALF_UP);
        case STRING -> text;
        case DATE -> LocalDate.parse(text);
      };
    }
  }
}
