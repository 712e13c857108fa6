package dev.terra.controller.core.recurring;

import dev.terra.controller.core.shuffle.PublishedShuffle;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.view.KnobChoice;
import dev.terra.controller.view.ShuffleFigures;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.Wan;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a recurring job: its shuffles, the choice that it uses, and what it has cost so far. This class is used on the controller's
 * thread only.
 */
final class RecurringRun {
  /** The next stage of a job follows within this time. */
  static final long LINGER_NANOS = 60_000_000_000L;

  /** The largest share of a completed run's bytes that may be left. A run that ends with more left was killed. */
  private static final double MOST_LEFT = 0.05;

  /** Within this time after the end of a shuffle, agents report its last bytes. They do so as soon as they are notified of the end. */
  private static final long SETTLE_NANOS = 2_000_000_000L;

  private final RecurringGroup group;
  private final RecurringGroup.Trial trial;
  private final Map<ShuffleId, PublishedShuffle> active = new HashMap<>();
  /** Shuffles that are over. They stay here until their agents have had time to report the last bytes. */
  private final Map<ShuffleId, Over> settling = new HashMap<>();
  private RunSum settledSum = RunSum.NONE;
  private boolean failed;
  private boolean returned;
  private long seenNanos;

  /** A shuffle that is over, as it was last published, and since when it is over. */
  private record Over(ShuffleFigures figures, long sinceNanos) {}

  RecurringRun(RecurringGroup group, RecurringGroup.Trial trial) {
    this.group = group;
    this.trial = trial;
  }

  /** Returns the choice that the run uses, if it is not the usual one. */
  Optional<KnobChoice> tried() {
    return trial.isUsual() || returned ? Optional.empty() : Optional.of(trial.choice());
  }

  KnobChoice choice() {
    return trial.choice();
  }

  /** Notes a running shuffle of this run. */
  void has(RunningShuffle shuffle, long nowNanos) {
    seenNanos = nowNanos;
    PublishedShuffle known = active.get(shuffle.id());
    if (known == null || !known.isOf(shuffle)) {
      active.put(shuffle.id(), new PublishedShuffle(shuffle));
    }
  }

  Collection<ShuffleId> shuffles() {
    return Collections.unmodifiableCollection(active.keySet());
  }

  /** Adds up the shuffles that are over. Returns whether others are running, or may follow. */
  boolean goesOn(ShuffleBook shuffles, Wan wan, long nowNanos) {
    active.values().removeIf(shuffle -> {
      boolean runs = shuffles.find(shuffle.id()).filter(shuffle::isOf).isPresent();
      if (!runs) {
        settling.put(shuffle.id(), new Over(shuffle.figures(Map.of()), nowNanos));
      }
      return !runs;
    });
    settling.replaceAll((id, over) -> new Over(shuffles.ended().getOrDefault(id, over.figures), over.sinceNanos));
    settling.values().removeIf(over -> {
      boolean settled = nowNanos - over.sinceNanos >= SETTLE_NANOS;
      if (settled) {
        settledSum = settledSum.plus(RunSum.of(over.figures, wan));
        failed |= over.figures.failure().isPresent();
      }
      return settled;
    });
    return !active.isEmpty() || !settling.isEmpty() || nowNanos - seenNanos < LINGER_NANOS;
  }

  /** Returns to the usual choice if the run has cost too much. Returns whether it does so in this call. */
  boolean returnIfTooDear(Wan wan, long nowNanos) {
    if (tried().isEmpty() || Double.isInfinite(trial.trial().stopAbove()) || active.isEmpty()) {
      return false;
    }
    RunSum sum = settledSum;
    for (Over over : settling.values()) {
      sum = sum.plus(RunSum.of(over.figures, wan));
    }
    for (PublishedShuffle shuffle : active.values()) {
      sum = sum.plus(RunSum.of(shuffle.figures(Map.of()), wan));
    }
    returned = trial.isTooDear(group.cost(sum.usd(), nowNanos / 1e9 - sum.beganSeconds()), sum.leftShare());
    return returned;
  }

  /** Ends the run. Returns whether its job learns anew. */
  boolean end() {
    Double finished = settledSum.finishedSeconds();
    if (failed || finished == null || settledSum.leftShare() > MOST_LEFT) {
      group.lost(trial);
      return false;
    }
    return group.ended(trial, group.cost(settledSum.usd(), finished - settledSum.beganSeconds()), returned);
  }
}
