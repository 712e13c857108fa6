package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.support.JarClasses;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** Tests of the jars for the NodeManager and for executors: nothing in them can collide with a class of Hadoop's or Spark's. */
class JarsPackagedTest {
  private static final Path NODE_MANAGER = Path.of(System.getProperty("terra.spark.nm.jar", "target/terra-spark-nm.jar"));
  private static final Path PLUGIN = Path.of(System.getProperty("terra.spark.plugin.jar", "target/terra-spark-plugin.jar"));
  private static final long MOST_PLUGIN_BYTES = 100_000;
  private static final String SAME_IN_ALL = "scala/(Tuple[23]|collection/(Iterator|Seq))\\b";

  private static List<String> names(Path path) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      return jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName).toList();
    }
  }

  @Test
  void allClassesForTheNodeManagerAreUnderOurPackages() throws IOException {
    List<String> names = names(NODE_MANAGER);
    assertThat(names).contains("dev/terra/spark/TerraShuffleService.class",
        "dev/terra/spark/relocated/dev/terra/node/agent/AgentLinks.class",
        "dev/terra/spark/relocated/io/grpc/Grpc.class");
    assertThat(names).allSatisfy(name -> assertThat(name)
        .matches("dev/terra/spark/.*|META-INF/MANIFEST.MF|META-INF/services/dev\\.terra\\..*"));
    assertThat(names).noneMatch(name -> name.contains("/META-INF/native/") || name.endsWith(".so"));
  }

  /** In Spark's service, Netty has a package name that differs from one version of Spark to another. */
  @Test
  void theFetchClientBringsItsNetty() throws IOException, ClassNotFoundException {
    String client = "dev/terra/spark/relocated/dev/terra/node/fetch/";
    List<String> ours = names(NODE_MANAGER).stream().filter(name -> name.startsWith(client) && name.endsWith(".class")).toList();
    assertThat(ours).contains(client + "SiteFetch.class", client + "HttpFetch.class");
    try (URLClassLoader alone = new URLClassLoader(new URL[] {NODE_MANAGER.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      for (String name : ours) {
        Class<?> loaded = alone.loadClass(name.replace('/', '.').replaceFirst("\\.class$", ""));
        assertThat(loaded.getDeclaredMethods()).as("links with what the jar has").isNotNull();
      }
      assertThat(alone.loadClass((client + "HttpFetch").replace('/', '.')).getSuperclass().getName())
          .startsWith("dev.terra.spark.relocated.io.grpc.netty.shaded.io.netty.");
    }
  }

  @Test
  void allServicesAreOurs() throws IOException {
    try (JarFile jar = new JarFile(NODE_MANAGER.toFile())) {
      List<JarEntry> services = jar.stream().filter(entry -> entry.getName().matches("META-INF/services/.+")).toList();
      assertThat(services).isNotEmpty();
      for (JarEntry entry : services) {
        String text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")))
            .as(entry.getName()).isNotEmpty().allMatch(line -> line.startsWith("dev.terra."));
      }
    }
  }

  @Test
  void thePluginIsSmallAndAlone() throws IOException {
    assertThat(names(PLUGIN)).contains("dev/terra/spark/plugin/TerraSparkPlugin.class", "dev/terra/spark/pull/PullReply.class")
        .allMatch(name -> name.matches("dev/terra/spark/(plugin|pull|relocated/dev/terra/api/process)/.*\\.class|META-INF/MANIFEST.MF"));
    assertThat(PLUGIN.toFile().length()).isLessThan(MOST_PLUGIN_BYTES);
  }

  /**
   * Without this test, a missing class would show only in a NodeManager or an executor, where Terra would leave all fetches to the stock
   * path.
   */
  @Test
  void bothJarsHaveAllOfTerrasClassesThatTheyName() throws IOException {
    assertThat(JarClasses.missing(NODE_MANAGER)).isEmpty();
    assertThat(JarClasses.missing(PLUGIN)).isEmpty();
  }

  /**
   * The executor's part uses no classes of Netty's or Scala's, since their names differ from one version of Spark to another. The class
   * that reads the sizes of map outputs is the exception. The methods that it calls are the same in all versions. If they were not, an
   * executor would only have to ask its service first.
   */
  @Test
  void thePluginNamesNothingThatDiffersBetweenSparks() throws IOException {
    try (JarFile jar = new JarFile(PLUGIN.toFile())) {
      for (JarEntry entry : jar.stream().filter(each -> each.getName().endsWith(".class")).toList()) {
        String text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1);
        String others = entry.getName().endsWith("/MapSizes.class") ? text.replaceAll(SAME_IN_ALL, "") : text;
        assertThat(others).as(entry.getName()).doesNotContain("io/netty").doesNotContain("scala/").doesNotContain("com/google");
      }
    }
  }
}
