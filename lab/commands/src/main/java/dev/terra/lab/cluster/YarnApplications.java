package dev.terra.lab.cluster;

import dev.terra.lab.bed.HttpGateway;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The applications on a demo's YARN, by its ResourceManager and their logs. */
public final class YarnApplications {
  private static final int RESOURCE_MANAGER_PORT = 8088;
  private static final long PAUSE_MILLIS = 300;
  private static final Duration CONTAINERS_START = Duration.ofMinutes(5);

  private final Testbed testbed;
  private final HttpGateway gateway;

  YarnApplications(Testbed testbed, HttpGateway gateway) {
    this.testbed = testbed;
    this.gateway = gateway;
  }

  public String resourceManagerUrl() {
    return "http://" + testbed.addresses().core().ip() + ":" + RESOURCE_MANAGER_PORT;
  }

  /**
   * Waits until no application is left on YARN.
   *
   * @throws IOException if one stays
   */
  public void awaitNone() throws IOException, InterruptedException {
    String url = resourceManagerUrl() + "/ws/v1/cluster/apps?states=NEW,NEW_SAVING,SUBMITTED,ACCEPTED,RUNNING";
    long deadline = System.nanoTime() + ClusterPrograms.SERVICE_STOP.toNanos();
    while (gateway.get(url).map(answer -> !answer.path("apps").path("app").isEmpty()).orElse(true)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("an application is still running after " + ClusterPrograms.SERVICE_STOP.toSeconds() + " s; logs: "
            + testbed.directory().keptLogs());
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  /**
   * Waits until applications have a number of containers on YARN, all together.
   *
   * @throws IOException if they do not get them
   */
  public void awaitContainers(int count) throws IOException, InterruptedException {
    String url = resourceManagerUrl() + "/ws/v1/cluster/metrics";
    long deadline = System.nanoTime() + CONTAINERS_START.toNanos();
    int now = 0;
    while (now < count) {
      if (System.nanoTime() > deadline) {
        throw new IOException("only " + now + " of " + count + " containers run after " + CONTAINERS_START.toSeconds() + " s; logs: "
            + testbed.directory().keptLogs());
      }
      Thread.sleep(PAUSE_MILLIS);
      now = gateway.get(url).map(answer -> answer.path("clusterMetrics").path("containersAllocated").asInt()).orElse(0);
    }
  }

  /** Returns the part of the first line that begins with a text in the logs of an application's containers. */
  public Optional<String> containerLogLine(String application, String text) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Host worker : testbed.addresses().hosts(Role.WORKER)) {
      Path folder = testbed.directory().file("yarn", worker.name(), "log", application);
      if (Files.isDirectory(folder)) {
        lines.addAll(linesBelow(folder));
      }
    }
    return lines.stream().filter(line -> line.contains(text)).findFirst().map(line -> line.substring(line.indexOf(text)));
  }

  private static List<String> linesBelow(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(path -> path.endsWith("stderr")).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }
}
