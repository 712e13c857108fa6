package dev.terra.controller.core.submit;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import dev.terra.core.shuffle.ShuffleId;
import java.util.HashMap;
import java.util.Map;

/** The room that running submitted shuffles take: how many of them each job master has, and how many parts these have. */
final class SubmissionRoom {
  /** The most submitted shuffles of one job master at a time. A job master runs some stages at a time. */
  static final int MAX_SHUFFLES_OF_MASTER = 1_000;
  /**
   * The most transfers and receivers of all submitted shuffles. Each takes some hundred bytes. A quarter of this is the limit for one job
   * master.
   */
  static final long MAX_PARTS = 2_000_000;
  static final long MAX_PARTS_OF_MASTER = MAX_PARTS / 4;

  /** The number of parts that are counted for each shuffle. */
  private final Map<ShuffleId, Integer> counted = new HashMap<>();
  private final Multiset<Long> shufflesByOwner = HashMultiset.create();
  private final Multiset<Long> partsByOwner = HashMultiset.create();

  /**
   * Checks that there is room for so many more parts of a shuffle, which may be a new one.
   *
   * @throws IllegalArgumentException if there is no room
   */
  void check(ShuffleId id, long owner, long more) {
    if (!counted.containsKey(id) && shufflesByOwner.count(owner) >= MAX_SHUFFLES_OF_MASTER) {
      throw new IllegalArgumentException(id + ": its job master has " + MAX_SHUFFLES_OF_MASTER + " submitted shuffles that are not over");
    }
    if (partsByOwner.count(owner) + more > MAX_PARTS_OF_MASTER || partsByOwner.size() + more > MAX_PARTS) {
      throw new IllegalArgumentException(id + ": more than " + MAX_PARTS_OF_MASTER + " transfers and receivers of one job master, or "
          + MAX_PARTS + " of all");
    }
  }

  /** Counts a shuffle in its present state. */
  void count(SubmittedShuffle submission) {
    remove(submission);
    int parts = submission.transfers() + submission.receivers();
    counted.put(submission.id(), parts);
    shufflesByOwner.add(submission.owner());
    partsByOwner.add(submission.owner(), parts);
  }

  /** Stops counting a shuffle that is over. */
  void remove(SubmittedShuffle submission) {
    Integer parts = counted.remove(submission.id());
    if (parts != null) {
      shufflesByOwner.remove(submission.owner());
      partsByOwner.remove(submission.owner(), parts);
    }
  }
}
