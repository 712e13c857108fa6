package dev.terra.cli.check;

import dev.terra.config.hadoop.HadoopSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds settings that two services of Spark in one NodeManager must not share. */
final class SparkServices {
  private static final Map<String, String> APART = Map.of("spark.shuffle.service.port", "7337",
      "spark.yarn.shuffle.service.metrics.namespace", "sparkShuffleService");

  private SparkServices() {}

  static List<Finding> clashes(NodeManagerFiles files, List<String> services) {
    List<Finding> findings = new ArrayList<>();
    APART.forEach((key, standard) -> {
      Map<String, String> taken = new HashMap<>();
      for (String service : services) {
        HadoopSite site = files.siteOf(service);
        String value = site.get(key).orElse(standard);
        String other = taken.putIfAbsent(value, service);
        if (other != null && !value.equals("0")) {
          findings.add(Finding.error(files.file(), key, "it is " + value + " for " + other + " and for " + service
              + ", so one of them does not start", "set it in a spark-shuffle-site.xml for each, in a folder of "
              + NodeManagerFiles.classPathKey(service)));
        }
      }
    });
    return findings;
  }
}
