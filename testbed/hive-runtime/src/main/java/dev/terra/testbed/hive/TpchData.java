package dev.terra.testbed.hive;

import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes one part of TPC-H-like tables as text, a folder for each table. The same arguments give the same files. */
public final class TpchData {
  private TpchData() {}

  /** Arguments: scale factor, part from 0, number of parts, folder. */
  public static void main(String[] arguments) throws IOException {
    double scale = Double.parseDouble(arguments[0]);
    int part = Integer.parseInt(arguments[1]);
    int parts = Integer.parseInt(arguments[2]);
    for (TpchTable<?> table : TpchTable.getTables()) {
      Path folder = Files.createDirectories(Path.of(arguments[3]).resolve(table.getTableName()));
      write(table, scale, new int[] {part, parts}, folder.resolve("part-" + part));
    }
  }

  private static void write(TpchTable<?> table, double scale, int[] part, Path file) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      for (TpchEntity row : table.createGenerator(scale, part[0] + 1, part[1])) {
        out.write(row.toLine());
        out.write('\n');
      }
    }
  }
}
