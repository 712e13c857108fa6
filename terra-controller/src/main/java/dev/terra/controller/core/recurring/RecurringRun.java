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

/** A run of a recurring job: its shuffles, what it uses, and what it has cost so far. On the controller's thread. */
final class RecurringRun {
  /** The next stage of a job follows within this time. */
  static final long LINGER_NANOS = 60_000_000_000L;

  /** A run that ends with more left was killed. */
  private static final double MOST_LEFT = 0.05;

  /** Agents report the last bytes of a shuffle as soon as they learn of its end. */
  private static final long SETTLE_NANOS = 2_000_000_000L;

  private final RecurringGroup group;
  private final RecurringGroup.Trial trial;
  private final Map<ShuffleId, PublishedShuffle> active = new HashMap<>();
  /** Shuffles that are over, for so long that their agents have reported the last bytes of them. */
  private final Map<ShuffleId, Over> settling = new HashMap<>();
  private RunSum settledSum = RunSum.NONE;
  private boolean failed;
  private boolean returned;
  private long seenNanos;

  /** A shuffle that is over, as it was last published, and since when. */
  private record Over(ShuffleFigures figures, long sinceNanos) {}

  RecurringRun(RecurringGroup group, RecurringGroup.Trial trial) {
    this.group = group;
    this.trial = trial;
  }

  /** What it uses where that is not the usual choice. */
  Optional<KnobChoice> tried() {
    return trial.isUsual() || returned ? Optional.empty() : Optional.of(trial.choice());
  }

  KnobChoice choice() {
    return trial.choice();
  }

  /** A shuffle of it runs. */
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

  /** Adds up the shuffles that are over; whether others run, or may follow. */
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

  /** Returns to the usual choice if it has cost too much; whether it does so now. */
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

  /** It is over; returns whether its job learns anew. */
  boolean end() {
    Double finished = settledSum.finishedSeconds();
    if (failed || finished == null || settledSum.leftShare() > MOST_LEFT) {
      group.lost(trial);
      return false;
    }
    return group.ended(trial, group.cost(settledSum.usd(), finished - settledSum.beganSeconds()), returned);
  }
}
