package dev.terra.controller.election;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An election through ZooKeeper: each controller creates a node that lives as long as its session, and the controller with the oldest
 * node leads. The term is the number of the transaction in which a leader's node was created. ZooKeeper numbers all of its
 * transactions in one order, and each leader's node was created later than that of the leader before it. So a later leader's term is
 * always higher, also after ZooKeeper's servers have been restarted.
 *
 * <p>While ZooKeeper is away, a leader goes on until its session must be over.
 */
public final class ZooKeeperElection implements Election {
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperElection.class);

  private final ZooKeeperConfig config;
  private final String id;
  private Candidacy candidacy;
  private boolean closed;

  private ZooKeeperElection(ZooKeeperConfig config, String id) throws IOException {
    this.config = config;
    this.id = id;
    config.insecurity().ifPresent(what -> LOG.warn("INSECURE: {}", what));
    this.candidacy = new Candidacy(config, id);
  }

  /**
   * Takes part in the election from now on, in the background, as soon as ZooKeeper can be reached.
   *
   * @param id a name of this controller for people who look into ZooKeeper
   * @throws IOException if ZooKeeper's client cannot use the configuration
   */
  public static ZooKeeperElection start(ZooKeeperConfig config, String id) throws IOException {
    return new ZooKeeperElection(config, id);
  }

  @Override
  public Won awaitWon() throws InterruptedException {
    Candidacy current = candidacy();
    while (!current.awaitElected()) {
      current = another(current);
    }
    LOG.info("elected, term {}", current.term());
    return current;
  }

  /** Returns the present candidacy, or a new one if its session is over. */
  private Candidacy candidacy() throws InterruptedException {
    Candidacy current;
    synchronized (this) {
      current = candidacy;
    }
    return current.isOver() ? another(current) : current;
  }

  private synchronized Candidacy another(Candidacy last) throws InterruptedException {
    last.close();
    if (closed) {
      throw new InterruptedException("the election is closed");
    }
    try {
      candidacy = new Candidacy(config, id);
      return candidacy;
    } catch (IOException e) {
      throw new IllegalStateException("what could be used once cannot be used again", e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    candidacy.close();
  }
}
