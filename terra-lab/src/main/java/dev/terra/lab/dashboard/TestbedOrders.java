package dev.terra.lab.dashboard;

import dev.terra.core.wan.SiteId;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.ProcessRecord;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Takes orders from tests that run inside of a testbed and cannot change it from there: a line on a local socket is an order, the answer
 * is {@code ok} or what went wrong. Orders: {@code cut A B}, {@code restore A B}, {@code kill-agent A}, {@code start-agent A},
 * {@code kill-controller}, {@code start-controller}.
 */
final class TestbedOrders implements AutoCloseable {
  private final Testbed testbed;
  private final TerraSetup size;
  private final Path path;
  private final ServerSocketChannel server;

  private TestbedOrders(Testbed testbed, TerraSetup size, Path path) throws IOException {
    this.testbed = testbed;
    this.size = size;
    this.path = path;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
  }

  /** Takes orders until it is closed. */
  static TestbedOrders open(Testbed testbed, TerraSetup size) throws IOException {
    Path path = testbed.directory().file("orders");
    Files.deleteIfExists(path);
    TestbedOrders orders = new TestbedOrders(testbed, size, path);
    Thread taker = new Thread(orders::takeAll, "testbed-orders");
    taker.setDaemon(true);
    taker.start();
    return orders;
  }

  /** Where orders are taken. */
  Path path() {
    return path;
  }

  private void takeAll() {
    while (server.isOpen()) {
      try (SocketChannel client = server.accept()) {
        answerAll(client);
      } catch (IOException e) {
        // the client went, or this was closed: then the loop ends
      }
    }
  }

  private void answerAll(SocketChannel client) throws IOException {
    BufferedReader lines = new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      client.write(ByteBuffer.wrap((carryOut(line) + "\n").getBytes(StandardCharsets.UTF_8)));
    }
  }

  private String carryOut(String line) {
    try {
      carryOut(line.split(" "));
      return "ok";
    } catch (RuntimeException e) {
      return "'" + line + "': " + e.getMessage();
    }
  }

  private void carryOut(String[] words) {
    switch (words[0]) {
      case "cut" -> testbed.links().cut(new SiteId(words[1]), new SiteId(words[2]));
      case "restore" -> testbed.links().restore(new SiteId(words[1]), new SiteId(words[2]));
      case "kill-agent" -> kill(testbed.processes().agent(new SiteId(words[1])));
      case "start-agent" -> testbed.processes().restartAgent(new SiteId(words[1]), size, SpoolSize.USUAL);
      case "kill-controller" -> kill(testbed.processes().controller());
      case "start-controller" -> testbed.processes().restartController(size);
      default -> throw new IllegalArgumentException("there is no such order");
    }
  }

  private static void kill(Optional<ProcessRecord> process) {
    process.orElseThrow(() -> new IllegalArgumentException("it does not run")).killAndWait();
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(path);
  }
}
