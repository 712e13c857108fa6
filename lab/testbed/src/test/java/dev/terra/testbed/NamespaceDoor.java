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

/** Relays between a test and a testbed's hosts, over socket files that both see. Closing this object ends them. */
final class NamespaceDoor implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Testbed testbed;
  private final Path folder;
  private final List<Process> relays = new ArrayList<>();

  NamespaceDoor(Testbed testbed, Path folder) {
    this.testbed = testbed;
    this.folder = folder;
  }

  /** Returns a socket file. A connection to the file reaches an address from a host. */
  Path from(String host, String address) throws IOException {
    Path file = fresh();
    relays.add(testbed.command(host, ByteRelay.command("unix:" + file, address)).start());
    assertThat(Waiting.until(PATIENCE, () -> Files.exists(file))).isTrue();
    return file;
  }

  /** Makes connections to an address at a host reach a socket file. */
  void to(Path file, String host, String address) throws IOException {
    relays.add(testbed.command(host, ByteRelay.command(address, "unix:" + file)).start());
  }

  /** Returns a port of this machine. A connection to the port reaches an address from a host. */
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

  /** Returns the name of a file that does not exist yet. */
  Path fresh() {
    return folder.resolve("door" + relays.size());
  }

  @Override
  public void close() {
    relays.forEach(Process::destroyForcibly);
  }
}
