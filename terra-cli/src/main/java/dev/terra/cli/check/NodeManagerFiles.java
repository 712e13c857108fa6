package dev.terra.cli.check;

import dev.terra.config.hadoop.HadoopSite;
import dev.terra.config.hadoop.HadoopSite.Surroundings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files that a NodeManager reads in addition to its {@code yarn-site.xml}, and the shuffle services that they name. */
final class NodeManagerFiles {
  static final String SERVICES = "yarn.nodemanager.aux-services";
  private static final String CORE = "core-site.xml";
  private static final String OVERLAY = "spark-shuffle-site.xml";

  private final Path file;
  private final HadoopSite site;

  NodeManagerFiles(Path file) {
    this.file = file;
    this.site = HadoopSite.read(files(file), Surroundings.OF_THIS_PROCESS);
  }

  private static List<Path> files(Path file) {
    Path core = file.toAbsolutePath().resolveSibling(CORE);
    return Files.isRegularFile(core) && !file.endsWith(CORE) ? List.of(core, file) : List.of(file);
  }

  Path file() {
    return file;
  }

  /** Returns the configuration that the NodeManager itself reads. */
  HadoopSite site() {
    return site;
  }

  /** Returns the names of the auxiliary services. */
  List<String> services() {
    return site.get(SERVICES).stream().flatMap(text -> Stream.of(text.split(","))).map(String::strip).toList();
  }

  /** Returns the names of the auxiliary services as a NodeManager takes them: with the blanks around them. */
  List<String> servicesAsWritten() {
    return site.untrimmed(SERVICES).stream().flatMap(text -> Stream.of(text.split(","))).toList();
  }

  static String classKey(String service) {
    return SERVICES + "." + service + ".class";
  }

  static String classPathKey(String service) {
    return SERVICES + "." + service + ".classpath";
  }

  /** Returns Spark's own file for one of its services, if there is one: in a folder of its class path, or beside the NodeManager's file. */
  Optional<Path> overlay(String service) {
    List<Path> folders = new ArrayList<>();
    site.get(classPathKey(service)).stream().flatMap(paths -> Stream.of(paths.split("[,:]"))).map(path -> Path.of(path.strip()))
        .forEach(folders::add);
    folders.add(file.toAbsolutePath().getParent());
    return folders.stream().map(folder -> folder.resolve(OVERLAY)).filter(Files::isRegularFile).findFirst();
  }

  /** Returns the configuration that a service of Spark reads. */
  HadoopSite siteOf(String service) {
    List<Path> all = new ArrayList<>(files(file));
    overlay(service).ifPresent(all::add);
    return HadoopSite.read(all, Surroundings.OF_THIS_PROCESS);
  }

  /** Returns a property in the form of such a file. */
  static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }
}
