package dev.terra.lab.dashboard;

import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.faults.ProcessFaults;
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

/**
 * A server that takes orders from tests that run inside of a testbed and cannot change it from there. A line on a local
 * socket is an order, the answer is {@code ok} or what went wrong. Orders: {@code cut A B}, {@code restore A B}, {@code
 * kill-agent A}, {@code start-agent A}, {@code kill-controller}, {@code start-controller}.
 */
final class TestbedOrders implements AutoCloseable {
  private final TestbedTerra terra;
  private final Path path;
  private final ServerSocketChannel server;

  private TestbedOrders(TestbedTerra terra, Path path) throws IOException {
    this.terra = terra;
    this.path = path;
    this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
  }

  /** Opens a server that takes orders until it is closed. */
  static TestbedOrders open(TestbedTerra terra) throws IOException {
    Path path = terra.testbed().directory().file("orders");
    Files.deleteIfExists(path);
    TestbedOrders orders = new TestbedOrders(terra, path);
    Thread taker = new Thread(orders::takeAll, "testbed-orders");
    taker.setDaemon(true);
    taker.start();
    return orders;
  }

  /** Returns the path of the socket. */
  Path path() {
    return path;
  }

  private void takeAll() {
    while (server.isOpen()) {
      try (SocketChannel client = server.accept()) {
        answerAll(client);
      } catch (IOException e) {
        // the client closed its connection, or this server was closed, which ends the loop
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
      case "cut" -> terra.testbed().links().cut(new SiteId(words[1]), new SiteId(words[2]));
      case "restore" -> terra.testbed().links().restore(new SiteId(words[1]), new SiteId(words[2]));
      case "kill-agent" -> ProcessFaults.killedAgent(new SiteId(words[1])).inject(terra);
      case "start-agent" -> ProcessFaults.killedAgent(new SiteId(words[1])).repair(terra);
      case "kill-controller" -> ProcessFaults.killedController().inject(terra);
      case "start-controller" -> ProcessFaults.killedController().repair(terra);
      default -> throw new IllegalArgumentException("there is no such order");
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(path);
  }
}
