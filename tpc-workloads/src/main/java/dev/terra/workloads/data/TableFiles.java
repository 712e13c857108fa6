package dev.terra.workloads.data;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes tables as text: a folder for each site, with a file for each table of which the site has rows. Values of a row are separated by
 * {@link #SEPARATOR}, and a missing value is {@link #MISSING}; no value contains either of them.
 */
public final class TableFiles {
  /** The separator of values. */
  public static final char SEPARATOR = '\u0001';
  /** The text of a missing value. */
  public static final String MISSING = "\\N";

  private TableFiles() {}

  /**
   * Writes all rows of tables, several tables at once.
   *
   * @param threads the number of tables that are written at once
   * @throws IOException if a file cannot be written
   */
  public static void write(List<Table> tables, double scaleFactor, Placement placement, Path folder, int threads)
      throws IOException, InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Callable<Void>> each = tables.stream().<Callable<Void>>map(table -> () -> {
        write(table, scaleFactor, placement, folder);
        return null;
      }).toList();
      for (Future<Void> done : pool.invokeAll(each)) {
        done.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("tables could not be written to " + folder + ": " + e.getCause().getMessage(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }

  private static void write(Table table, double scaleFactor, Placement placement, Path folder) throws IOException {
    Map<String, BufferedWriter> files = new LinkedHashMap<>();
    try {
      long number = 0;
      StringBuilder line = new StringBuilder();
      for (Iterator<Object[]> rows = table.rows(scaleFactor); rows.hasNext(); number++) {
        String site = placement.site(table.name(), number);
        BufferedWriter file = files.get(site);
        if (file == null) {
          file = Files.newBufferedWriter(Files.createDirectories(folder.resolve(site)).resolve(table.name()));
          files.put(site, file);
        }
        line.setLength(0);
        append(line, rows.next());
        file.append(line);
      }
    } finally {
      for (BufferedWriter file : files.values()) {
        file.close();
      }
    }
  }

  private static void append(StringBuilder line, Object[] row) {
    for (int i = 0; i < row.length; i++) {
      line.append(i == 0 ? "" : SEPARATOR).append(Optional.ofNullable(row[i]).map(Object::toString).orElse(MISSING));
    }
    line.append('\n');
  }
}
