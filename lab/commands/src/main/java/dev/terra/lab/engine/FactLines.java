package dev.terra.lab.engine;

import com.google.common.base.Suppliers;
import dev.terra.workloads.data.SuiteTables;
import dev.terra.workloads.data.Table;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Text as input: rows of TPC-H's {@code lineitem}, one row a line, with values separated by {@code |}. Zstandard
 * shrinks map outputs of such lines to about a third. Each file continues after the rows of the file before, so that no
 * two lines are equal, and the same sequence of calls gives the same files. It is used from one thread.
 */
final class FactLines {
  /**
   * The bytes of a line in a shuffle in addition to its characters: lengths of key and value, in front of the record
   * and within it.
   */
  static final int RECORD_BYTES = 5;
  private static final String TABLE = "lineitem";
  /**
   * The scale factor of the table. Its rows have 7.7 GB, more than the largest jobs read at the most sites. They are
   * generated on demand.
   */
  private static final double SCALE_FACTOR = 10;

  /** The rows, generated from the first line on. The generator keeps 300 MB of text for as long as this process lives. */
  private final Supplier<Iterator<Object[]>> rows = Suppliers.memoize(FactLines::generate);

  private static Iterator<Object[]> generate() {
    Table table = SuiteTables.tpch().stream().filter(one -> one.name().equals(TABLE)).findFirst().orElseThrow();
    return table.rows(SCALE_FACTOR);
  }

  /**
   * Writes the next lines to a file.
   *
   * @param shuffledBytes the bytes of the lines in a shuffle; the last line may exceed them
   * @throws IOException if the file cannot be written, or there are no more rows
   */
  void write(Path file, long shuffledBytes) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      for (long bytes = 0; bytes < shuffledBytes;) {
        if (!rows.get().hasNext()) {
          throw new IOException(TABLE + " has no more rows for " + file);
        }
        String line = Arrays.stream(rows.get().next()).map(String::valueOf).collect(Collectors.joining("|"));
        out.write(line);
        out.write('\n');
        bytes += line.length() + RECORD_BYTES;
      }
    }
  }
}
