package dev.terra.controller.election;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of controllers that elect a leader through a real ZooKeeper server. */
@Timeout(60)
class ZooKeeperElectionTest {
  private static final int SESSION_MILLIS = 1_000;

  @TempDir
  private Path folder;
  private final List<Candidate> candidates = new ArrayList<>();
  private final BlockingQueue<Candidate> elected = new LinkedBlockingQueue<>();
  private TestZooKeeper zooKeeper;

  /** A controller that does nothing but lead. */
  private final class Candidate {
    private final ZooKeeperElection election;
    private final Thread thread = new Thread(this::run);
    private volatile long term;
    private volatile boolean leads;

    Candidate(String name) throws IOException {
      election = ZooKeeperElection.start(zooKeeper.config(SESSION_MILLIS), name);
      thread.start();
    }

    private void run() {
      try {
        while (true) {
          Election.Won won = election.awaitWon();
          term = won.term();
          leads = true;
          elected.add(this);
          won.awaitOver();
          leads = false;
        }
      } catch (InterruptedException e) {
        leads = false;
      }
    }

    void close() throws InterruptedException {
      election.close();
      thread.join();
    }
  }

  @BeforeEach
  void start() throws Exception {
    zooKeeper = new TestZooKeeper(folder);
    for (int i = 0; i < 3; i++) {
      candidates.add(new Candidate("controller-" + i));
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Candidate candidate : candidates) {
      candidate.close();
    }
    zooKeeper.close();
  }

  /** Otherwise, a node that is not a candidate, and is older than all candidates, would keep every candidate from leading. */
  @Test
  void nodesThatAreNoCandidatesKeepNobodyFromLeading() throws Exception {
    Candidate first = awaitElected();
    String path = zooKeeper.config(SESSION_MILLIS).path();
    try (CuratorFramework stranger = CuratorFrameworkFactory.newClient("127.0.0.1:" + zooKeeper.port(), new RetryOneTime(100))) {
      stranger.start();
      for (String name : List.of("!", "0", "latch-0000000000", "_c_00000000-0000-0000-0000-000000000000-latch-0000000000", "latch-x")) {
        stranger.create().forPath(path + "/" + name, new byte[] {0x1b, '\n'});
      }
      stranger.create().forPath(path + "/0/child");
    }
    first.close();
    candidates.remove(first);
    assertThat(awaitElected().term).isGreaterThan(first.term);
  }

  @Test
  void anElectionWithCredentialsIsItsControllers() throws Exception {
    Path digest = Files.writeString(folder.resolve("digest"), "terra:secret\n");
    ZooKeeperConfig config = ZooKeeperConfig.of(
        new ZooKeeperConfig.Keys("127.0.0.1:" + zooKeeper.port(), "/closed/election", SESSION_MILLIS, digest.toString(), null, null));
    assertThat(config.insecurity()).isEmpty();
    assertThat(zooKeeper.config(SESSION_MILLIS).insecurity()).hasValueSatisfying(what -> assertThat(what).contains("digestFile"));
    try (ZooKeeperElection election = ZooKeeperElection.start(config, "closed");
        CuratorFramework stranger = CuratorFrameworkFactory.newClient("127.0.0.1:" + zooKeeper.port(), new RetryOneTime(100))) {
      election.awaitWon();
      stranger.start();
      assertThatThrownBy(() -> stranger.create().forPath("/closed/election/!")).isInstanceOf(KeeperException.NoAuthException.class);
      assertThatThrownBy(() -> stranger.delete().deletingChildrenIfNeeded().forPath("/closed/election"))
          .isInstanceOf(KeeperException.NoAuthException.class);
    }
  }

  private Candidate awaitElected() throws InterruptedException {
    Candidate candidate = elected.poll(20, TimeUnit.SECONDS);
    assertThat(candidate).as("somebody is elected").isNotNull();
    return candidate;
  }

  private void onlyLeader(Candidate leader) {
    assertThat(candidates).filteredOn(candidate -> candidate.leads).containsExactly(leader);
  }

  @Test
  void theNextLeaderHasAHigherTerm() throws InterruptedException {
    Candidate first = awaitElected();
    assertThat(first.term).isGreaterThan(1);
    onlyLeader(first);
    first.close();
    Candidate second = awaitElected();
    assertThat(second).isNotSameAs(first);
    assertThat(second.term).isGreaterThan(first.term);
    onlyLeader(second);
  }

  @Test
  void nobodyLeadsOnceTheSessionIsOverAndSomebodyDoesWhenZooKeeperIsBack() throws Exception {
    Candidate first = awaitElected();
    long term = first.term;
    zooKeeper.stop();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (first.leads && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(first.leads).isFalse();
    zooKeeper.start();
    Candidate next = awaitElected();
    assertThat(next.term).as("also where the same controller leads again").isGreaterThan(term);
    onlyLeader(next);
  }
}
