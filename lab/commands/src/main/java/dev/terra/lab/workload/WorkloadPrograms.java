package dev.terra.lab.workload;

import dev.terra.testbed.Installation;
import java.nio.file.Path;
import java.util.Locale;

/** Python programs of the workloads. Each of them documents its arguments. */
enum WorkloadPrograms {
  TABLES,
  STREAM;

  Path path() {
    return Installation.home().resolve("tpc-workloads/src/main/python").resolve(name().toLowerCase(Locale.ROOT) + ".py");
  }
}
