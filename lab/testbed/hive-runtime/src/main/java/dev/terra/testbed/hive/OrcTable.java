package dev.terra.testbed.hive;

import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Writes rows of a TPC-H-like table as one ORC file, with the types that {@code tables.sql} declares. */
final class OrcTable<E extends TpchEntity> {
  /** Money and quantities. */
  private static final int PRECISION = 15;
  private static final int SCALE = 2;
  private static final double HUNDREDTHS = 100;

  private final List<TpchColumn<E>> columns;
  private final TypeDescription schema = TypeDescription.createStruct();

  OrcTable(TpchTable<E> table) {
    columns = table.getColumns();
    columns.forEach(column -> schema.addField(column.getColumnName(), type(column)));
  }

  private static TypeDescription type(TpchColumn<?> column) {
    return switch (column.getType().getBase()) {
      case IDENTIFIER -> TypeDescription.createLong();
      case INTEGER -> TypeDescription.createInt();
      case DATE -> TypeDescription.createDate();
      case DOUBLE -> TypeDescription.createDecimal().withPrecision(PRECISION).withScale(SCALE);
      case VARCHAR -> TypeDescription.createString();
    };
  }

  void write(Iterable<E> rows, Path file) throws IOException {
    OrcFile.WriterOptions options = OrcFile.writerOptions(new Configuration()).setSchema(schema).compress(CompressionKind.SNAPPY);
    try (Writer out = OrcFile.createWriter(new org.apache.hadoop.fs.Path(file.toUri()), options)) {
      VectorizedRowBatch batch =
          schema.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, VectorizedRowBatch.DEFAULT_SIZE);
      for (E row : rows) {
        for (int column = 0; column < batch.numCols; column++) {
          set(batch.cols[column], batch.size, columns.get(column), row);
        }
        batch.size++;
        if (batch.size == batch.getMaxSize()) {
          out.addRowBatch(batch);
          batch.reset();
        }
      }
      out.addRowBatch(batch);
    }
  }

  private void set(ColumnVector values, int index, TpchColumn<E> column, E row) {
    switch (column.getType().getBase()) {
      case IDENTIFIER -> ((LongColumnVector) values).vector[index] = column.getIdentifier(row);
      case INTEGER -> ((LongColumnVector) values).vector[index] = column.getInteger(row);
      case DATE -> ((LongColumnVector) values).vector[index] = column.getDate(row);
      // up to 18 digits a decimal is a long of its last digits
      case DOUBLE -> ((LongColumnVector) values).vector[index] = Math.round(column.getDouble(row) * HUNDREDTHS);
      case VARCHAR -> ((BytesColumnVector) values).setVal(index, column.getString(row).getBytes(StandardCharsets.UTF_8));
    }
  }
}
