package dev.terra.controller.election;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server on the loopback interface that can be stopped, and started again with its data. */
final class TestZooKeeper implements AutoCloseable {
  private static final int TICK_MILLIS = 250;
  private static final int MAX_CLIENTS = 100;

  private final Path folder;
  private ServerCnxnFactory connections;
  private int port;

  TestZooKeeper(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    start();
  }

  void start() throws IOException, InterruptedException {
    ZooKeeperServer server = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS);
    connections = ServerCnxnFactory.createFactory(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MAX_CLIENTS);
    connections.startup(server);
    port = connections.getLocalPort();
  }

  int port() {
    return port;
  }

  /** Stops the server. Clients notice that it has stopped, and their sessions do not expire until it is back. */
  void stop() {
    connections.shutdown();
  }

  ZooKeeperConfig config(int sessionMillis) {
    return ZooKeeperConfig.at("127.0.0.1:" + port).withSessionMillis(sessionMillis);
  }

  @Override
  public void close() {
    stop();
  }
}
