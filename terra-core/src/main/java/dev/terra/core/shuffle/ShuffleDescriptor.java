package dev.terra.core.shuffle;

import java.util.Objects;
import java.util.Optional;

/**
 * The description of a shuffle. The shuffle's id carries no meaning; its creator reports this description once.
 *
 * @param group the name of the group of shuffles that are waited for as a whole, such as all edges of a DAG; empty if the shuffle is
 *     waited for alone
 * @param broadcast true if any number of readers get all bytes of each partition
 * @param observed true if the shuffle's bytes are only reported, and none of them may go through Terra
 */
public record ShuffleDescriptor(
    ShuffleId id, Optional<String> group, ReaderOrder order, boolean broadcast, Owner owner, boolean observed) {
  /** The most characters of the names of groups, queues and users. */
  public static final int MAX_LENGTH = 256;

  /** Checks presence and lengths. */
  public ShuffleDescriptor {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(owner, "owner");
    group.ifPresent(name -> checkLength("group", name));
  }

  /** Creates the description of a shuffle that may go through Terra. */
  public ShuffleDescriptor(ShuffleId id, Optional<String> group, ReaderOrder order, boolean broadcast, Owner owner) {
    this(id, group, order, broadcast, owner, false);
  }

  /** Returns this description for a shuffle that is only observed, or for one that may go through Terra. */
  public ShuffleDescriptor observed(boolean only) {
    return new ShuffleDescriptor(id, group, order, broadcast, owner, only);
  }

  /** Returns this description with another group, or with none. */
  public ShuffleDescriptor of(Optional<String> other) {
    return new ShuffleDescriptor(id, other, order, broadcast, owner, observed);
  }

  /** Returns the description of a shuffle of which nothing is known. */
  public static ShuffleDescriptor unknown(ShuffleId id) {
    return new ShuffleDescriptor(id, Optional.empty(), ReaderOrder.IN_TURN, false, new Owner("", ""));
  }

  /**
   * The owner of a shuffle.
   *
   * @param queue the queue of the cluster's scheduler; empty if it is not known
   * @param user the user; empty if it is not known
   */
  public record Owner(String queue, String user) {
    private static final String ROOT = "root.";

    /** Checks the lengths. */
    public Owner {
      checkLength("queue", queue);
      checkLength("user", user);
    }

    /**
     * Returns the one name that Terra uses for a queue. YARN writes {@code etl} or {@code root.etl}, depending on its version. Only the
     * root is removed, as often as it is there, so that the name of a result is the result itself. The last part alone would not do, since
     * users may have queues of their own, whose names they choose.
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
