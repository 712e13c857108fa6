package dev.terra.lab.suites;

import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.Replaceable;
import dev.terra.lab.jobfaults.RunFault;
import dev.terra.testbed.os.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * A fault in which processes are replaced in the middle of a run, one after the other. Those that are not reached are
 * left for the next run.
 */
final class Replacement implements RunFault {
  /** The time between two replacements, in which others attach again to the replaced process. */
  private static final double BETWEEN_SECONDS = 2;
  /** The time from the end of a process to the service of its successor: a JVM starts slowly among running tasks on few cores. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final long POLL_MILLIS = 300;
  /** The share of the run after which it begins: early, so that much time is left. */
  private static final double SHARE = 0.05;

  private final TrafficMonitor traffic;
  private final Queue<Replaceable> waiting;
  private final List<UpgradeReport.Replaced> replaced = new ArrayList<>();
  private long deliveredBefore;
  private Replaceable current;
  private boolean started;
  private double begunSeconds;
  private double nextSeconds;

  Replacement(TrafficMonitor traffic, Queue<Replaceable> waiting) {
    this.traffic = traffic;
    this.waiting = waiting;
  }

  @Override
  public double strikesAfter() {
    return SHARE;
  }

  @Override
  public String strike() throws IOException {
    deliveredBefore = traffic.deliveredBytes();
    goOn(0);
    return current.name();
  }

  @Override
  public void goOn(double secondsSince) throws IOException {
    if (current == null && secondsSince >= nextSeconds && !waiting.isEmpty()) {
      begin(secondsSince);
    } else if (current != null) {
      proceed(secondsSince);
    }
    if (current != null && secondsSince - begunSeconds > PATIENCE.toSeconds()) {
      throw new IOException(current.name() + " was not there again " + PATIENCE.toSeconds() + " s after it was asked to end");
    }
  }

  private void begin(double secondsSince) {
    current = waiting.remove();
    started = false;
    begunSeconds = secondsSince;
    current.end().run();
  }

  private void proceed(double secondsSince) {
    if (!started && current.gone().getAsBoolean()) {
      current.start().run();
      started = true;
    } else if (started && current.serves().getAsBoolean()) {
      replaced.add(new UpgradeReport.Replaced(current.name(), secondsSince - begunSeconds));
      current = null;
      nextSeconds = secondsSince + BETWEEN_SECONDS;
    }
  }

  @Override
  public int strikes() {
    return replaced.size() + (current == null ? 0 : 1);
  }

  @Override
  public boolean flowsAgain() {
    return traffic.deliveredBytes() > deliveredBefore;
  }

  /** Completes a replacement that the run's end has interrupted. */
  @Override
  public void mend() throws IOException {
    if (current == null) {
      return;
    }
    long begun = System.nanoTime();
    double since = begunSeconds;
    boolean there = Waiting.until(PATIENCE, POLL_MILLIS, () -> {
      if (current != null) {
        proceed(since + (System.nanoTime() - begun) / 1e9);
      }
      return current == null;
    });
    if (!there) {
      throw new IOException(current.name() + " was not there again after the run");
    }
  }

  /** Returns the processes that were replaced in this run. */
  List<UpgradeReport.Replaced> replaced() {
    return List.copyOf(replaced);
  }

  @Override
  public List<String> seen() {
    return List.of(replaced.size() + " processes were replaced");
  }
}
