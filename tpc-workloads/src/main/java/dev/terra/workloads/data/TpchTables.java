package dev.terra.workloads.data;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.Iterator;
import java.util.List;

/** Tables with TPC-H's rows, from Trino's generator. */
final class TpchTables {
  /** The digits of money and quantities in TPC-H's specification (section 1.3.1); {@link #SCALE} of them are after the point. */
  private static final int PRECISION = 15;
  private static final int SCALE = 2;

  private TpchTables() {}

  static List<Table> all() {
    return TpchTable.getTables().stream().map(TpchTables::of).toList();
  }

  private static Table of(TpchTable<?> table) {
    return new OfTpch<>(table);
  }

  private record OfTpch<E extends TpchEntity>(TpchTable<E> table) implements Table {
    @Override
    public String name() {
      return table.getTableName();
    }

    @Override
    public List<Column> columns() {
      return table.getColumns().stream().map(OfTpch::column).toList();
    }

    private static Column column(TpchColumn<?> column) {
      String name = column.getColumnName();
      return switch (column.getType().getBase()) {
        case IDENTIFIER -> Column.of(name, Column.Type.BIGINT);
        case INTEGER -> Column.of(name, Column.Type.INT);
        case DATE -> Column.of(name, Column.Type.DATE);
        case DOUBLE -> Column.decimal(name, PRECISION, SCALE);
        case VARCHAR -> Column.of(name, Column.Type.STRING);
      };
    }

    @Override
    public Iterator<Object[]> rows(double scaleFactor) {
      Iterator<E> rows = table.createGenerator(scaleFactor, 1, 1).iterator();
      List<TpchColumn<E>> columns = table.getColumns();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return rows.hasNext();
        }

        @Override
        public Object[] next() {
          E row = rows.next();
          return columns.stream().map(column -> value(column, row)).toArray();
        }
      };
    }

    private static <E extends TpchEntity> Object value(TpchColumn<E> column, E row) {
      return switch (column.getType().getBase()) {
        case IDENTIFIER -> column.getIdentifier(row);
        case INTEGER -> column.getInteger(row);
        case DATE -> LocalDate.ofEpochDay(column.getDate(row));
        case DOUBLE -> BigDecimal.valueOf(column.getDouble(row)).setScale(SCALE, RoundingMode.HALF_UP);
        case VARCHAR -> column.getString(row);
      };
    }
  }
}
