package dev.terra.controller.election;

import dev.terra.controller.action.ActionStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Stores actions in a ZooKeeper node beside the election, which outlives its leaders. A leader overwrites only a version that it has
 * read or written itself. So a leader that has been replaced without noticing it cannot overwrite its successor's actions.
 */
final class ZooKeeperActions implements ActionStore {
  private final CuratorFramework client;
  private final String path;
  private @Nullable Integer version;

  ZooKeeperActions(CuratorFramework client, String electionPath) {
    this.client = client;
    this.path = electionPath + "-actions";
  }

  @Override
  public Optional<String> read() throws IOException {
    Stat stat = new Stat();
    try {
      byte[] data = client.getData().storingStatIn(stat).forPath(path);
      version = stat.getVersion();
      return Optional.of(new String(data, StandardCharsets.UTF_8));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    } catch (Exception e) { // Curator declares only Exception
      throw failed(e);
    }
  }

  @Override
  public void write(String text) throws IOException {
    byte[] data = text.getBytes(StandardCharsets.UTF_8);
    try {
      if (version == null) {
        client.create().creatingParentsIfNeeded().forPath(path, data);
        version = 0;
      } else {
        version = client.setData().withVersion(version).forPath(path, data).getVersion();
      }
    } catch (Exception e) { // Curator declares only Exception
      throw failed(e);
    }
  }

  private IOException failed(Exception cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new IOException(cause instanceof KeeperException.BadVersionException || cause instanceof KeeperException.NodeExistsException
        ? "another controller has led since" : cause.toString(), cause);
  }

  @Override
  public String toString() {
    return "ZooKeeper's " + path;
  }
}
