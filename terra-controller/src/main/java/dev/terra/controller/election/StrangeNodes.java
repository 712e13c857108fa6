package dev.terra.controller.election;

import dev.terra.core.limit.LineBudget;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes nodes in the election's folder that are no candidates. A candidate is a node that ends with its session, and that has a
 * name of the form that Curator gives. Controllers would wait forever for other nodes. If the folder is open to all clients but the
 * configuration restricts it to its creators, this class also restricts its rights.
 */
final class StrangeNodes {
  private static final Logger LOG = LoggerFactory.getLogger(StrangeNodes.class);
  private static final Pattern CANDIDATE = Pattern.compile("_c_[0-9a-fA-F-]{36}-latch-[0-9]{10}");
  /** The most nodes that one look removes. The next look removes more. */
  private static final int MOST_AT_ONCE = 1_000;

  private final CuratorFramework client;
  private final ZooKeeperConfig config;
  private final LineBudget lines = new LineBudget();

  StrangeNodes(CuratorFramework client, ZooKeeperConfig config) {
    this.client = client;
    this.config = config;
  }

  /** Removes the strange nodes as far as it has the rights. An election that does not exist yet has none. */
  void remove() throws InterruptedException {
    if (!client.getZookeeperClient().isConnected()) {
      return;
    }
    try {
      close();
      List<String> children = client.getChildren().forPath(config.path());
      for (String child : children.subList(0, Math.min(MOST_AT_ONCE, children.size()))) {
        removeStranger(config.path() + "/" + child, child);
      }
    } catch (KeeperException.NoNodeException e) {
      LOG.debug("there is no election yet at {}", config.path());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // Curator declares only Exception
      warn("the election's nodes at " + config.path() + " cannot be read: " + e);
    }
  }

  private void removeStranger(String path, String name) throws Exception {
    Stat node = CANDIDATE.matcher(name).matches() ? client.checkExists().forPath(path) : new Stat();
    if (node != null && node.getEphemeralOwner() == 0) {
      client.delete().quietly().deletingChildrenIfNeeded().forPath(path);
      warn("removed " + path + " from the election, since it is not a candidate; " + config.insecurity().orElse("a client with write "
          + "access created it"));
    }
  }

  private void close() throws Exception {
    List<ACL> rights = config.ownerOnly() ? client.getACL().forPath(config.path()) : List.of();
    if (rights.stream().anyMatch(right -> right.getId().equals(ZooDefs.Ids.ANYONE_ID_UNSAFE) && right.getPerms() != ZooDefs.Perms.READ)) {
      client.setACL().withACL(ZooDefs.Ids.CREATOR_ALL_ACL).forPath(config.path());
      LOG.info("{} was writable for every client; now only controllers with the same credentials may change it", config.path());
    }
  }

  private void warn(String what) {
    Optional<String> line = lines.line("ZooKeeper: " + what, System.nanoTime());
    line.ifPresent(LOG::warn);
  }
}
