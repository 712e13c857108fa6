package dev.terra.testbed.hive;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Writes TPC-H-like tables as ORC files, in parts: a folder for each part, in it one for each table. The same arguments give the same
 * rows. All parts at once, since the generator's pool of words costs more than a part of a small table.
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

  private static <E extends TpchEntity> Callable<Void> file(
      TpchTable<E> table, double scale, int part, int parts, Path folder) {
    return () -> {
      Path below = Files.createDirectories(folder.resolve("part-" + part).resolve(table.getTableName()));
      new OrcTable<>(table).write(table.createGenerator(scale, part + 1, parts), below.resolve("part-" + part));
      return null;
    };
  }
}
