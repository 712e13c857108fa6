package dev.terra.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.node.support.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of services as NodeManagers start them, each with a {@code spark-shuffle-site.xml} of its own on its class path. */
class ServiceOverlayTest {
  @TempDir Path root;

  @Test
  void theOverlayOfAServiceCounts() throws Exception {
    int port = FreePorts.next();
    try (Running service = start("one", Map.of("terra.spark.segment.port", Integer.toString(port), "terra.mode", "observe"))) {
      assertThat(listens(port)).isTrue();
      assertThat(service.service.getConfig().get("terra.mode")).isEqualTo("observe");
    }
  }

  @Test
  void twoServicesOfOneNodeManagerBothWork() throws Exception {
    int first = FreePorts.next();
    int second = FreePorts.next();
    try (Running one = start("one", Map.of("spark.shuffle.service.port", Integer.toString(first)));
        Running other = start("two", Map.of("spark.shuffle.service.port", Integer.toString(second),
            "spark.yarn.shuffle.service.metrics.namespace", "another"))) {
      assertThat(listens(first + 1)).isTrue();
      assertThat(listens(second + 1)).isTrue();
      assertThat(SparkServiceSettings.from(one.service.getConfig()).service()).isEqualTo("spark");
      assertThat(SparkServiceSettings.from(other.service.getConfig()).service()).isEqualTo("spark-another");
    }
  }

  @Test
  void aSecondServiceWithTheFirstOnesPortTakesAnother() throws Exception {
    String port = Integer.toString(FreePorts.next());
    try (Running one = start("one", Map.of("terra.spark.segment.port", port));
        Running other = start("two", Map.of("terra.spark.segment.port", port, "spark.yarn.shuffle.service.metrics.namespace", "b"))) {
      assertThat(one.service.isOn()).isTrue();
      assertThat(other.service.isOn()).isTrue();
    }
  }

  private record Running(TerraShuffleService service, URLClassLoader loader) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      service.stop();
      loader.close();
    }
  }

  private Running start(String name, Map<String, String> overlay) throws IOException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    Path folder = Files.createDirectories(root.resolve(name));
    write(folder.resolve("spark-shuffle-site.xml"), overlay);
    Path site = write(root.resolve("yarn-site.xml"),
        Map.of("terra.agents", "127.0.0.1:9", "terra.insecure", "true", "spark.shuffle.service.port", "0"));
    URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
    Configuration nodeManagers = new Configuration(false);
    nodeManagers.addResource(site.toUri().toURL());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      TerraShuffleService service = new TerraShuffleService();
      service.init(nodeManagers);
      service.start();
      return new Running(service, loader);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Path write(Path file, Map<String, String> properties) throws IOException {
    return Files.writeString(file, properties.entrySet().stream()
        .map(entry -> "<property><name>" + entry.getKey() + "</name><value>" + entry.getValue() + "</value></property>")
        .collect(Collectors.joining("", "<configuration>", "</configuration>")));
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
