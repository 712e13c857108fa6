package dev.terra.spark.output;

import dev.terra.core.shuffle.ShuffleId;
import dev.terra.node.output.OutputListener;
import dev.terra.node.output.OutputRegistry;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Shuffles of which this node has no output any more. Either Spark has no more use for a shuffle anywhere; or a disk has lost the outputs
 * of this node, and the stage is run again, here or elsewhere, while other nodes' outputs are still read. For agents, a shuffle that has
 * ended has ended at all sites. So the end is reported late. It is used on the scanner's thread only.
 */
final class GoneShuffles {
  /**
   * The time until the end of a shuffle is reported, ns. A stage that is run again has been read by then, and an unused shuffle costs
   * agents little until then.
   */
  static final long LINGER_NANOS = TimeUnit.MINUTES.toNanos(5);
  /** The most shuffles of one application. A stream of micro-batches of a second each leaves 300 in {@link #LINGER_NANOS}. */
  static final int MOST_OF_ONE = 1_000;

  private final OutputRegistry registry;
  private final OutputListener listener;
  private final Map<ShuffleId, Gone> byShuffle = new LinkedHashMap<>();

  private record Gone(String application, long sinceNanos) {}

  GoneShuffles(OutputRegistry registry, OutputListener listener) {
    this.registry = registry;
    this.listener = listener;
  }

  /** Notes that the last output of a shuffle on this node is gone. */
  void add(String application, ShuffleId shuffle, long nowNanos) {
    byShuffle.putIfAbsent(shuffle, new Gone(application, nowNanos));
    List<ShuffleId> own = byShuffle.entrySet().stream().filter(one -> one.getValue().application.equals(application))
        .map(Map.Entry::getKey).toList();
    if (own.size() > MOST_OF_ONE) {
      end(Objects.requireNonNull(byShuffle.remove(own.get(0))), own.get(0));
    }
  }

  /** Reports the end of shuffles whose outputs have been gone for long enough and have not come back. */
  void endOld(long nowNanos) {
    end(gone -> nowNanos - gone.sinceNanos > LINGER_NANOS);
  }

  /** Reports the end of these shuffles of an application that is over. */
  void end(String application) {
    end((Gone gone) -> gone.application.equals(application));
  }

  private void end(Predicate<Gone> which) {
    for (Iterator<Map.Entry<ShuffleId, Gone>> each = byShuffle.entrySet().iterator(); each.hasNext();) {
      Map.Entry<ShuffleId, Gone> entry = each.next();
      if (which.test(entry.getValue())) {
        each.remove();
        end(entry.getValue(), entry.getKey());
      }
    }
  }

  private void end(Gone gone, ShuffleId shuffle) {
    if (registry.endIfGone(gone.application, shuffle)) {
      listener.shuffleEnded(shuffle);
    }
  }
}
