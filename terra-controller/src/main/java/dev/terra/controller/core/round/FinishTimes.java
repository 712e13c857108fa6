package dev.terra.controller.core.round;

import com.google.common.collect.ImmutableMap;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SitePair;
import dev.terra.schedule.explain.Projection;
import dev.terra.schedule.explain.ScheduledRound;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When running shuffles will be done, according to the last round that was played out. Everything that operators see of these times comes
 * from here. This class is used on the controller's thread only.
 */
public final class FinishTimes {
  private final ShuffleBook shuffles;
  private double foreseenSeconds;

  FinishTimes(ShuffleBook shuffles) {
    this.shuffles = shuffles;
  }

  /** Takes over the result of playing a round out. Null means that there is nothing to send, or that the result could not be computed. */
  public void foresee(ScheduledRound round, @Nullable Projection ahead) {
    Map<ShuffleId, ImmutableMap.Builder<SitePair, Double>> times = new HashMap<>();
    if (ahead != null) {
      ahead.bundleSeconds().forEach((bundle, seconds) -> times.computeIfAbsent(bundle.shuffle(), first -> ImmutableMap.builder())
          .put(pair(bundle), round.atSeconds() + seconds));
    }
    foreseenSeconds = round.atSeconds() + (ahead == null ? 0 : ahead.playedSeconds());
    shuffles.active().forEach(shuffle ->
        shuffle.noteExpectedFinish(times.getOrDefault(shuffle.id(), ImmutableMap.builder()).buildOrThrow()));
  }

  private static SitePair pair(BundleId bundle) {
    return new SitePair(bundle.from(), bundle.to());
  }

  /** Notes that there is nothing to send. */
  public void nothingToSend() {
    foreseenSeconds = 0;
    shuffles.active().forEach(shuffle -> shuffle.noteExpectedFinish(ImmutableMap.of()));
  }

  /** The time up to which the last round was played out, in seconds since the controller started. */
  double foreseenSeconds() {
    return foreseenSeconds;
  }
}
