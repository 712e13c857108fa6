package dev.terra.core.shuffle;

import java.util.Objects;
import java.util.Optional;

/**
 * What is known of a shuffle besides its name, which says nothing: the creator of the name says it once.
 *
 * @param group the shuffles that are waited for as a whole have the same, such as all edges of a DAG; empty: it is waited for alone
 * @param broadcast whether any number of readers get all bytes of each partition
 * @param observed whether its bytes are only told of: nothing of it is to go through Terra
 */
public record ShuffleDescriptor(
    ShuffleId id, Optional<String> group, ReaderOrder order, boolean broadcast, Owner owner, boolean observed) {
  /** Longer names of groups, queues and users are a mistake. */
  public static final int MAX_LENGTH = 256;

  /** Checks presence and lengths. */
  public ShuffleDescriptor {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(owner, "owner");
    group.ifPresent(name -> checkLength("group", name));
  }

  /** The description of a shuffle that may go through Terra. */
  public ShuffleDescriptor(ShuffleId id, Optional<String> group, ReaderOrder order, boolean broadcast, Owner owner) {
    this(id, group, order, broadcast, owner, false);
  }

  /** This shuffle, as one that is only observed or as one that may go through Terra. */
  public ShuffleDescriptor observed(boolean only) {
    return new ShuffleDescriptor(id, group, order, broadcast, owner, only);
  }

  /** This shuffle, as one of a group. */
  public ShuffleDescriptor of(Optional<String> other) {
    return new ShuffleDescriptor(id, other, order, broadcast, owner, observed);
  }

  /** The description of a shuffle of which nothing is known. */
  public static ShuffleDescriptor unknown(ShuffleId id) {
    return new ShuffleDescriptor(id, Optional.empty(), ReaderOrder.IN_TURN, false, new Owner("", ""));
  }

  /**
   * Whose it is.
   *
   * @param queue of the cluster's scheduler; empty where that is not known
   * @param user empty where that is not known
   */
  public record Owner(String queue, String user) {
    private static final String ROOT = "root.";

    /** Checks the lengths. */
    public Owner {
      checkLength("queue", queue);
      checkLength("user", user);
    }

    /**
     * One name for each queue: YARN writes {@code etl} or {@code root.etl}, by its version. Only the root is left out, however often it
     * is there, so that the name of a name is the same. The last part alone would not do, as users may have queues of their own that they
     * name.
     */
    public static String queueName(String queue) {
      String name = queue;
      while (name.startsWith(ROOT)) {
        name = name.substring(ROOT.length());
      }
      return name;
    }
  }

  private static void checkLength(String what, String name) {
    if (name.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("a shuffle's " + what + " has at most " + MAX_LENGTH + " characters, got " + name.length());
    }
  }
}
