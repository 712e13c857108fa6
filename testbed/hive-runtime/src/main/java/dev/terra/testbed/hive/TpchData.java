package dev.terra.testbed.hive;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes TPC-H-like tables as text, in parts: a folder for each part, in it one for each table. The same arguments give the same files.
 * All parts at once, since the generator's pool of words costs more than a part of a small table.
 */
public final class TpchData {
  private TpchData() {}

  /** Arguments: scale factor, number of parts, folder. */
  public static void main(String[] arguments) throws Exception {
    double scale = Double.parseDouble(arguments[0]);
    int parts = Integer.parseInt(arguments[1]);
    Path folder = Path.of(arguments[2]);
    ExecutorService threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Callable<Void>> files = new ArrayList<>();
      for (int part = 0; part < parts; part++) {
        for (TpchTable<?> table : TpchTable.getTables()) {
          files.add(file(table, scale, part, parts, folder));
        }
      }
      for (Future<Void> file : threads.invokeAll(files)) {
        file.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Callable<Void> file(TpchTable<?> table, double scale, int part, int parts, Path folder) {
    return () -> {
      Path below = Files.createDirectories(folder.resolve("part-" + part).resolve(table.getTableName()));
      write(table.createGenerator(scale, part + 1, parts), below.resolve("part-" + part));
      return null;
    };
  }

  private static void write(Iterable<? extends TpchEntity> rows, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      for (TpchEntity row : rows) {
        out.write(row.toLine());
        out.write('\n');
      }
    }
  }
}
