package dev.terra.controller.election;

import dev.terra.controller.action.ActionStore;
import dev.terra.core.failure.Failures;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A controller's part in the election during one session with ZooKeeper. It ends with the session, since a node of an earlier session
 * could vanish at any moment without its owner being notified.
 */
final class Candidacy implements Election.Won, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Candidacy.class);
  /**
   * The time between two attempts to reach ZooKeeper, in milliseconds. ZooKeeper may be away for any time, and a controller leads as
   * soon as it is back.
   */
  private static final int RETRY_MILLIS = 200;
  /** How often a waiting controller looks for nodes that are no candidates, in seconds. */
  private static final int LOOK_SECONDS = 2;

  private final CuratorFramework client;
  private final String path;
  private final LeaderLatch latch;
  private final StrangeNodes strangers;
  private final CountDownLatch over = new CountDownLatch(1);
  private long term;

  /** Begins at once, or as soon as ZooKeeper can be reached. */
  Candidacy(ZooKeeperConfig config, String id) throws IOException {
    ZKClientConfig properties = new ZKClientConfig();
    config.properties().forEach(properties::setProperty);
    CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
        .connectString(config.connect())
        .sessionTimeoutMs(config.sessionMillis())
        .connectionTimeoutMs(config.sessionMillis())
        .retryPolicy(new RetryForever(RETRY_MILLIS))
        .connectionStateErrorPolicy(new SessionConnectionStateErrorPolicy())
        .zkClientConfig(properties)
        .aclProvider(new Acls(config.ownerOnly() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE));
    config.digestBytes().ifPresent(digest -> builder.authorization("digest", digest));
    client = builder.build();
    strangers = new StrangeNodes(client, config);
    client.getConnectionStateListenable().addListener((any, state) -> noteConnection(state));
    path = config.path();
    latch = new LeaderLatch(client, config.path(), id);
    latch.addListener(new LeaderLatchListener() {
      @Override
      public void isLeader() {
        // the waiting thread learns of it from the latch
      }

      @Override
      public void notLeader() {
        over.countDown();
      }
    });
    client.start();
    try {
      latch.start();
    } catch (Exception e) { // Curator declares only Exception
      client.close();
      throw new IOException("no election through ZooKeeper at " + config.connect() + ": " + Failures.inWords(e), e);
    }
  }

  /** Gives every node the same list of rights. */
  private record Acls(List<ACL> all) implements ACLProvider {
    @Override
    public List<ACL> getDefaultAcl() {
      return all;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
      return all;
    }
  }

  private void noteConnection(ConnectionState state) {
    LOG.info("ZooKeeper: {}", state);
    if (state == ConnectionState.LOST) {
      end();
    }
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  /** Ends the candidacy, and wakes the thread that waits for it. */
  void end() {
    over.countDown();
    try {
      latch.close();
    } catch (IOException | IllegalStateException e) {
      LOG.debug("it had ended already", e);
    }
  }

  /** Waits until this controller is elected. Returns false if its session ends first. */
  boolean awaitElected() throws InterruptedException {
    try {
      do {
        strangers.remove();
      } while (!latch.await(LOOK_SECONDS, TimeUnit.SECONDS) && !isOver());
      if (isOver()) {
        return false;
      }
      Stat node = client.checkExists().forPath(latch.getOurPath());
      term = node == null ? 0 : node.getCzxid();
    } catch (EOFException e) {
      return false;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) { // Curator declares only Exception
      LOG.warn("elected, but the term cannot be read from ZooKeeper: {}", Failures.inWords(e));
      return false;
    }
    return term != 0 && !isOver();
  }

  @Override
  public long term() {
    return term;
  }

  @Override
  public ActionStore actions() {
    return new ZooKeeperActions(client, path);
  }

  @Override
  public String awaitOver() throws InterruptedException {
    over.await();
    return "its session with ZooKeeper is over";
  }

  /** Ends the session, too, so that other controllers need not wait for its time-out. */
  @Override
  public void close() {
    end();
    client.close();
  }
}
