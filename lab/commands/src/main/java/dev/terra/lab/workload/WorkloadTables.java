package dev.terra.lab.workload;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.terra.testbed.Installation;
import dev.terra.testbed.engine.SparkRuntime;
import dev.terra.testbed.os.OwnJava;
import dev.terra.workloads.data.Column;
import dev.terra.workloads.data.Table;
import dev.terra.workloads.data.TableFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Makes a suite's tables on this machine, once for the same request: a folder for each site, which contains a folder
 * for each table.
 */
final class WorkloadTables {
  private static final int CONVERT_MINUTES = 60;
  private static final int THREADS = 2;

  private final SparkRuntime spark;
  private final Consumer<String> progress;

  /** Makes a maker of tables. Spark converts text into the files that engines read. */
  WorkloadTables(SparkRuntime spark, Consumer<String> progress) {
    this.spark = spark;
    this.progress = progress;
  }

  /**
   * Makes the tables, if they do not exist.
   *
   * @param key names the request: all that rows and their places depend on
   * @param format the name of the format in Spark
   */
  Path make(WorkloadRequest request, String key, String format) throws IOException, InterruptedException {
    Path made = Installation.home().resolve("tpc-workloads/target/tables").resolve(key + "-" + format);
    Path tables = made.resolve("tables");
    if (Files.isDirectory(tables)) {
      return tables;
    }
    progress.accept("making the tables of " + request.suite().label() + " at scale factor " + request.scaleFactor());
    delete(made);
    Path text = Files.createDirectories(made.resolve("text"));
    List<Table> all = request.suite().tables();
    TableFiles.write(all, request.scaleFactor(), request.placement(), text, THREADS);
    Path unfinished = Files.createDirectories(made.resolve("unfinished"));
    Path plan = made.resolve("plan.json");
    new ObjectMapper().writeValue(plan.toFile(), plan(all, format, text, unfinished));
    progress.accept("storing them as " + format);
    convert(plan, made.resolve("convert.log"));
    Files.move(unfinished, tables);
    delete(text);
    return tables;
  }

  private static Map<String, Object> plan(List<Table> tables, String format, Path text, Path target) {
    Map<String, String> schemas = new LinkedHashMap<>();
    tables.forEach(table -> schemas.put(table.name(), table.columns().stream().map(WorkloadTables::declared)
        .collect(Collectors.joining(", "))));
    return Map.of("source", text.toString(), "target", target.toString(), "format", format,
        "separator", Character.toString(TableFiles.SEPARATOR), "missing", TableFiles.MISSING, "tables", schemas);
  }

  private static String declared(Column column) {
    return column.name() + " " + column.sqlType();
  }

  private void convert(Path plan, Path log) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(spark.home().resolve("bin/spark-submit").toString(), "--master", "local[" + THREADS + "]",
        "--conf", "spark.ui.enabled=false", WorkloadPrograms.TABLES.path().toString(), plan.toString());
    builder.environment().put("SPARK_HOME", spark.home().toString());
    builder.environment().put("JAVA_HOME", Path.of(OwnJava.command()).getParent().getParent().toString());
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).redirectInput(new File("/dev/null")).start();
    try {
      if (!process.waitFor(CONVERT_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IOException("the tables could not be stored; what Spark said is in " + log);
      }
    } finally {
      process.destroy();
    }
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    }
  }
}
