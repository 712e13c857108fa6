package dev.terra.cli.check;

import dev.terra.config.hadoop.HadoopSite;
import dev.terra.node.settings.NodeEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checks the parts of a NodeManager's {@code yarn-site.xml} that Terra's shuffle services use; it reads the file as they do. */
final class NodeManagerCheck {
  private static final String MAP_REDUCE = "mapreduce_shuffle";
  private static final String HANDLER = "dev.terra.shuffle.TerraShuffleHandler";
  private static final String SPARK = "dev.terra.spark.TerraShuffleService";
  private static final String RECOVERY = "yarn.nodemanager.recovery.enabled";
  private static final String SUPERVISED = "yarn.nodemanager.recovery.supervised";
  private static final String OURS = "terra.";
  private static final List<String> KNOWN = Stream.of(NodeEngine.values()).flatMap(engine -> engine.settings().stream())
      .map(setting -> setting.key()).distinct().sorted().toList();

  private final NodeManagerFiles files;
  private final HadoopSite site;
  private final ServiceCheck.Means means;
  private final List<Finding> findings = new ArrayList<>();

  private NodeManagerCheck(NodeManagerFiles files, ServiceCheck.Means means) {
    this.files = files;
    this.site = files.site();
    this.means = means;
  }

  /**
   * Returns all findings.
   *
   * @param hadoop Hadoop's folder; null where it is unknown
   */
  static List<Finding> of(Path file, @Nullable Path hadoop, boolean offline, Instant now) {
    NodeManagerCheck check = new NodeManagerCheck(new NodeManagerFiles(file), new ServiceCheck.Means(offline, now));
    check.services();
    check.recovery();
    check.keys(check.site);
    if (hadoop != null) {
      check.findings.addAll(HadoopCheck.of(hadoop));
    }
    return check.findings;
  }

  private void error(String key, String problem, String cure) {
    findings.add(Finding.error(files.file(), key, problem, cure));
  }

  private void services() {
    if (site.get(NodeManagerFiles.SERVICES).isPresent() && !files.services().equals(files.servicesAsWritten())) {
      error(NodeManagerFiles.SERVICES, "there are blanks in it, with which a NodeManager does not start",
          "write it without blanks: " + NodeManagerFiles.property(NodeManagerFiles.SERVICES, String.join(",", files.services())));
    }
    List<String> services = files.services();
    List<String> ofSpark = services.stream().filter(name -> isOf(name, SPARK)).toList();
    if (services.contains(MAP_REDUCE)) {
      mapReduce(ofSpark.isEmpty());
    } else if (ofSpark.isEmpty()) {
      error(NodeManagerFiles.SERVICES, "it does not name " + MAP_REDUCE + ", so this node is stock",
          NodeManagerFiles.property(NodeManagerFiles.SERVICES, MAP_REDUCE));
      findings.addAll(new ServiceCheck(files.file(), NodeEngine.HADOOP, site, means).findings());
    }
    ofSpark.forEach(name -> {
      HadoopSite own = files.siteOf(name);
      findings.addAll(new ServiceCheck(files.overlay(name).orElse(files.file()), NodeEngine.SPARK, own, means).findings());
      keys(own);
    });
    findings.addAll(SparkServices.clashes(files, ofSpark));
  }

  private boolean isOf(String service, String handler) {
    return site.get(NodeManagerFiles.classKey(service)).filter(handler::equals).isPresent();
  }

  private void mapReduce(boolean alone) {
    String key = NodeManagerFiles.classKey(MAP_REDUCE);
    if (isOf(MAP_REDUCE, HANDLER) || alone) {
      findings.addAll(new ServiceCheck(files.file(), NodeEngine.HADOOP, site, means).findings());
    }
    if (!isOf(MAP_REDUCE, HANDLER) && alone) {
      error(key, "it is " + site.get(key).orElse("none") + ", so this node is stock", NodeManagerFiles.property(key, HANDLER));
    }
    String classPath = NodeManagerFiles.classPathKey(MAP_REDUCE);
    if (site.get(classPath).isPresent()) {
      error(classPath, "Hadoop's loader for it does not pass the local directories to the service",
          "take it out, and put terra-shuffle-nm.jar into $HADOOP_HOME/share/hadoop/yarn/lib");
    }
  }

  private void recovery() {
    if (isOff(RECOVERY)) {
      findings.add(Finding.warning(files.file(), RECOVERY, "jobs lose their map outputs when the NodeManager starts again",
          NodeManagerFiles.property(RECOVERY, "true")));
    } else if (isOff(SUPERVISED)) {
      findings.add(Finding.warning(files.file(), SUPERVISED,
          "a NodeManager that is stopped, to start again with other jars, ends its containers",
          NodeManagerFiles.property(SUPERVISED, "true")));
    }
  }

  private boolean isOff(String property) {
    return !site.get(property).orElse("false").equals("true");
  }

  private void keys(HadoopSite read) {
    Set<String> used = new TreeSet<>(files.services().stream().map(NodeManagerFiles::classKey).toList());
    used.add(NodeManagerFiles.SERVICES);
    read.names().stream().filter(name -> name.startsWith(OURS)).forEach(name -> {
      if (KNOWN.contains(name)) {
        used.add(name);
      } else {
        error(name, "there is no such property", LoadFailure.Similar.to(name, KNOWN).map(meant -> "write " + meant + " instead of " + name)
            .orElse("take it out; there are " + String.join(", ", KNOWN)));
      }
    });
    used.forEach(name -> references(read, name));
  }

  private void references(HadoopSite read, String name) {
    read.undefined(name).forEach(variable -> error(name, "nothing defines ${" + variable + "}, so the value is '"
        + read.get(name).orElse("") + "'", NodeManagerFiles.property(variable, "VALUE") + ", or write the value where it is referred to"));
    read.surroundings(name).forEach(variable -> findings.add(Finding.warning(files.file(), name, "${" + variable
        + "} comes from the NodeManager's environment or Java; here it makes '" + read.get(name).orElse("") + "'",
        "run terra check as the NodeManager's user, with its environment, or write the value itself")));
  }
}
