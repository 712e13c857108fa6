package dev.terra.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.support.FakeAgent;
import dev.terra.node.support.JarClasses;
import dev.terra.shuffle.support.LocalDirectories;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the jar for the NodeManager's class path: nothing in it can collide with a class of Hadoop's, and it works. */
class NodeManagerJarPackagedTest {
  private static final Path JAR = Path.of(System.getProperty("terra.nm.jar", "target/terra-shuffle-nm.jar"));

  @TempDir
  private Path directory;

  @Test
  void allClassesAreUnderOurPackages() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<String> names = jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName).toList();
      assertThat(names).contains("dev/terra/shuffle/TerraShuffleHandler.class", "dev/terra/node/agent/AgentLinks.class",
          "dev/terra/api/v1/HandlerHello.class");
      assertThat(names).allSatisfy(name -> assertThat(name)
          .matches("dev/terra/.*|META-INF/(MANIFEST.MF|LICENSE|NOTICE)|META-INF/services/dev\\.terra\\..*"));
      assertThat(names).contains("META-INF/LICENSE", "META-INF/NOTICE");
      assertThat(names).noneMatch(name -> name.contains("/META-INF/native/") || name.endsWith(".so"));
    }
  }

  /** Without this test, a missing class would show only in a NodeManager. */
  @Test
  void theJarHasAllOfTerrasClassesThatItNames() throws IOException {
    assertThat(JarClasses.missing(JAR)).isEmpty();
  }

  @Test
  void allServicesAreOurs() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      List<JarEntry> services = jar.stream().filter(entry -> entry.getName().matches("META-INF/services/.+")).toList();
      assertThat(services).isNotEmpty();
      for (JarEntry entry : services) {
        String text = new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        assertThat(text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")))
            .as(entry.getName()).isNotEmpty().allMatch(line -> line.startsWith("dev.terra."));
      }
    }
  }

  /** The class path is that of a NodeManager: the jar, Hadoop, and nothing else. */
  @Test
  void theHandlerAttachesToAnAgentFromTheJarAlone() throws Exception {
    try (FakeAgent agent = new FakeAgent("B", 1);
        URLClassLoader loader = new URLClassLoader(nodeManagerClassPath(), ClassLoader.getPlatformClassLoader())) {
      assertThat(loader.getResource("io/grpc/Grpc.class")).isNull();
      assertThat(loader.getResource("com/google/protobuf/Message.class")).isNull();
      ClassLoader before = Thread.currentThread().getContextClassLoader();
      Thread.currentThread().setContextClassLoader(loader);
      try {
        Class<?> runner = loader.loadClass(IsolatedRun.class.getName());
        AutoCloseable node = (AutoCloseable) runner.getConstructor(String.class, String.class)
            .newInstance(agent.address(), directory.toString());
        agent.awaitAttached();
        node.close();
      } finally {
        Thread.currentThread().setContextClassLoader(before);
      }
    }
  }

  private static URL[] nodeManagerClassPath() throws IOException {
    Stream<File> hadoop = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(File::new)
        .filter(file -> file.getName().endsWith(".jar"))
        .filter(file -> !file.getPath().replace(File.separatorChar, '/').matches(".*/(dev/terra|io/grpc|com/google)/.*"));
    Path support = directoryOfTestClasses();
    return Stream.concat(Stream.of(JAR.toFile(), support.toFile()), hadoop).map(NodeManagerJarPackagedTest::url)
        .toArray(URL[]::new);
  }

  private static Path directoryOfTestClasses() {
    return new File(LocalDirectories.class.getProtectionDomain().getCodeSource().getLocation().getPath()).toPath();
  }

  private static URL url(File file) {
    try {
      return file.toURI().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }
}
