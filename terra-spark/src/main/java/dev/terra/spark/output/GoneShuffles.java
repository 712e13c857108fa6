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
 * Shuffles of which this node has nothing any more. Spark may have no more use for them, everywhere; or a disk has lost what there was
 * here, and the stage is tried again, here or elsewhere, while other nodes' outputs are still read. To agents a shuffle that has ended has
 * ended at all sites. So that is said late. On the scanner's thread.
 */
final class GoneShuffles {
  /** A stage that is tried again has been read by then; what is unused for so long costs agents little. */
  static final long LINGER_NANOS = TimeUnit.MINUTES.toNanos(5);
  /** The most shuffles of one application. A stream of micro-batches of a second each leaves 300 meanwhile. */
  static final int MOST_OF_ONE = 1_000;

  private final OutputRegistry registry;
  private final OutputListener listener;
  private final Map<ShuffleId, Gone> byShuffle = new LinkedHashMap<>();

  private record Gone(String application, long sinceNanos) {}

  GoneShuffles(OutputRegistry registry, OutputListener listener) {
    this.registry = registry;
    this.listener = listener;
  }

  /** The last output here of a shuffle is no longer there. */
  void add(String application, ShuffleId shuffle, long nowNanos) {
    byShuffle.putIfAbsent(shuffle, new Gone(application, nowNanos));
    List<ShuffleId> own = byShuffle.entrySet().stream().filter(one -> one.getValue().application.equals(application))
        .map(Map.Entry::getKey).toList();
    if (own.size() > MOST_OF_ONE) {
      end(Objects.requireNonNull(byShuffle.remove(own.get(0))), own.get(0));
    }
  }

  /** Ends those that have been gone for long enough, and have not come back. */
  void endOld(long nowNanos) {
    end(gone -> nowNanos - gone.sinceNanos > LINGER_NANOS);
  }

  /** Ends those of an application that is over. */
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
