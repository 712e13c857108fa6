package dev.terra.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.net.ByteRelay;
import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Ways between a test and a testbed's hosts, by files that both see. Closing ends them. */
final class NamespaceDoor implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Testbed testbed;
  private final Path folder;
  private final List<Process> relays = new ArrayList<>();

  NamespaceDoor(Testbed testbed, Path folder) {
    this.testbed = testbed;
    this.folder = folder;
  }

  /** A file to which one connects to reach an address from a host. */
  Path from(String host, String address) throws IOException {
    Path file = fresh();
    relays.add(testbed.command(host, ByteRelay.command("unix:" + file, address)).start());
    assertThat(Waiting.until(PATIENCE, () -> Files.exists(file))).isTrue();
    return file;
  }

  /** What connects to an address at a host reaches this file. */
  void to(Path file, String host, String address) throws IOException {
    relays.add(testbed.command(host, ByteRelay.command(address, "unix:" + file)).start());
  }

  /** A port of this machine that leads to an address as a host sees it. */
  int enter(String host, String address) throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    relays.add(new ProcessBuilder(ByteRelay.command("127.0.0.1:" + port, "unix:" + from(host, address))).start());
    assertThat(Waiting.until(PATIENCE, () -> isTaken(port))).isTrue();
    return port;
  }

  private static boolean isTaken(int port) {
    try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort() != port;
    } catch (IOException e) {
      return true;
    }
  }

  /** The name of a file that is not there yet. */
  Path fresh() {
    return folder.resolve("door" + relays.size());
  }

  @Override
  public void close() {
    relays.forEach(Process::destroyForcibly);
  }
}
