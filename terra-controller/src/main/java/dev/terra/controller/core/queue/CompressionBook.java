package dev.terra.controller.core.queue;

import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.EventKind;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.core.shuffle.ShuffleId;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The shuffles that are not to be compressed. These are shuffles of jobs that the configuration excepts, by the queue and the user that
 * count, and shuffles that were submitted as uncompressed. This class is used on the controller's thread only.
 */
public final class CompressionBook {
  private static final Owner UNKNOWN = new Owner("", "");

  private final PlacedQueues queues;
  private final Predicate<ShuffleId> submittedAsIs;
  private final Effects effects;
  private UncompressedJobs excepted;

  /**
   * Creates the exceptions for one controller's shuffles.
   *
   * @param submittedAsIs returns whether a shuffle was submitted as uncompressed
   */
  public CompressionBook(UncompressedJobs excepted, PlacedQueues queues, Predicate<ShuffleId> submittedAsIs, Effects effects) {
    this.excepted = excepted;
    this.queues = queues;
    this.submittedAsIs = submittedAsIs;
    this.effects = effects;
  }

  /** Puts other exceptions in force. */
  public void change(UncompressedJobs other, long nowNanos) {
    if (!other.equals(excepted)) {
      excepted = other;
      effects.events().add(nowNanos, EventKind.COMPRESSION_CHANGED, "compression",
          other.jobs().size() + " queues, users and jobs of which no chunk is compressed");
      effects.timer().request(nowNanos);
    }
  }

  /** Returns the running shuffles of which no chunk is to be compressed. */
  public Set<ShuffleId> asIs(ShuffleBook shuffles) {
    return shuffles.active().stream().filter(this::isAsIs).map(RunningShuffle::id).collect(Collectors.toUnmodifiableSet());
  }

  private boolean isAsIs(RunningShuffle shuffle) {
    return submittedAsIs.test(shuffle.id()) || (!excepted.jobs().isEmpty() && excepted.has(owner(shuffle), names(shuffle)));
  }

  private Owner owner(RunningShuffle shuffle) {
    return queues.owner(shuffle).map(owner -> new Owner(QueueSettings.name(owner.queue()), owner.user())).orElse(UNKNOWN);
  }

  private static Set<String> names(RunningShuffle shuffle) {
    Set<String> names = new TreeSet<>(Set.of(shuffle.id().value()));
    names.add(shuffle.job());
    shuffle.application().map(YarnApplication::id).ifPresent(names::add);
    return names;
  }
}
