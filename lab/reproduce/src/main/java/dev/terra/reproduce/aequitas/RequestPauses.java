package dev.terra.reproduce.aequitas;

import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The pauses between the requests of one sender to one receiver: steady, or bursts with silences that keep the mean. */
final class RequestPauses {
  private final double mean;
  private final boolean poisson;
  private final Scenario.@Nullable Burst burst;
  private final double load;
  private final Random random;
  private long burstRequests;
  private long burstBytes;
  private double burstPicos;

  RequestPauses(Scenario.Load load, double meanPicos, Random random) {
    this.mean = meanPicos;
    this.poisson = load.poisson();
    this.burst = load.burst();
    this.load = load.mean();
    this.random = random;
  }

  /**
   * Returns the pause after a request, in picoseconds.
   *
   * @param bytes the request's size
   */
  long pause(long bytes) {
    double pause = poisson ? -mean * Math.log(1 - random.nextDouble()) : mean;
    if (burst == null) {
      return Math.round(pause);
    }
    burstRequests++;
    burstBytes += bytes;
    burstPicos += pause;
    if (!burst.isOver(burstRequests, burstBytes)) {
      return Math.round(pause);
    }
    double silence = burstPicos * (burst.load() / load - 1);
    burstRequests = 0;
    burstBytes = 0;
    burstPicos = 0;
    return Math.round(pause + silence);
  }
}
