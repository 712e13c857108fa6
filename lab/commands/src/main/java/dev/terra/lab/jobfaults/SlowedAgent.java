package dev.terra.lab.jobfaults;

import com.google.common.math.Quantiles;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.AgentSnapshot;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.faults.Fault;
import dev.terra.lab.faults.ProcessFaults;
import dev.terra.testbed.os.CpuQuota;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A fault in which one of several agents of a site has a fifth of the processor time that it used, for some seconds in
 * the middle of a run, as if its machine had other work. The loads of the site's agents are watched: the time that each
 * needs for what it has to send.
 */
public final class SlowedAgent extends AgentsFault {
  /** The factor by which the agent's processor time shrinks. */
  static final double FACTOR = 5;
  /** The time for which the agent is slow: several times as long as loads may take to be together. */
  private static final double SLOW_SECONDS = 10;
  /** The time before, over which the agent's processor time and all rates are measured. */
  private static final double BEFORE_SECONDS = 2;
  /** The time after which rates cover only time after the change. */
  private static final double AFTER_SECONDS = 2.5;
  private static final long LOOK_MILLIS = 150;

  private final LoadsTogether together = new LoadsTogether();
  private SiteId site;
  private int victim;
  private Fault fault;
  private boolean slow;
  private long deliveredBefore;
  private Slowdown.Cores cores;
  private Double spreadBefore;
  private Slowdown.Rates before = Slowdown.Rates.NONE;
  private Slowdown.Rates after;

  /** Makes a fault of a run that is watched. */
  public SlowedAgent(DemoCluster cluster, TrafficMonitor traffic, RandomGenerator random) {
    super(cluster, traffic, random);
  }

  /** Measures the agent's processor time and all rates before the fault. */
  @Override
  public void prepare() throws IOException, InterruptedException {
    super.prepare();
    site = busiestSite();
    victim = anyBusyAgent(site);
    watchLoads(site);
    List<Double> spreads = new ArrayList<>();
    double usedBefore = processorSeconds();
    long begin = System.nanoTime();
    double seconds;
    do {
      Thread.sleep(LOOK_MILLIS);
      traffic().poll(System.nanoTime());
      seconds = (System.nanoTime() - begin) / 1e9;
      lookAtLoads(seconds - BEFORE_SECONDS);
      if (seconds >= AgentLoads.WINDOW_SECONDS) {
        loads().spread().ifPresent(spreads::add);
      }
    } while (seconds < BEFORE_SECONDS);
    double used = (processorSeconds() - usedBefore) / seconds;
    cores = new Slowdown.Cores(used, Math.max(CpuQuota.LEAST_CORES, used / FACTOR));
    spreadBefore = spreads.isEmpty() ? null : Quantiles.median().compute(spreads);
    before = rates(BEFORE_SECONDS);
  }

  private double processorSeconds() {
    return cluster().control().processorSeconds(site, victim).orElse(0);
  }

  private Slowdown.Rates rates(double windowSeconds) {
    return new Slowdown.Rates(loads().flow(victim, windowSeconds).map(AgentLoads.Flow::bytesPerSecond).orElse(0.0),
        loads().bytesPerSecond(windowSeconds));
  }

  @Override
  public String strike() {
    deliveredBefore = delivered();
    fault = ProcessFaults.slowedAgent(site, victim, cores.slow());
    inject(fault);
    slow = true;
    return name(site, victim);
  }

  @Override
  public void goOn(double secondsSince) {
    lookAtLoads(secondsSince);
    if (slow && secondsSince >= SLOW_SECONDS) {
      free();
    }
    if (!slow) {
      return;
    }
    together.look(secondsSince, loads().spread());
    if (secondsSince >= AgentLoads.WINDOW_SECONDS) {
      noteRates(secondsSince);
    }
  }

  /** Notes the rates. An agent that is too slow to answer is assumed to have bytes to send. */
  private void noteRates(double secondsSince) {
    Optional<AgentLoads.Flow> flow = loads().flow(victim, AgentLoads.WINDOW_SECONDS);
    boolean waits = flow.isEmpty() || flow.get().outstandingBytes() > 0;
    if (waits && secondsSince <= AFTER_SECONDS) {
      after = rates(Math.min(secondsSince, BEFORE_SECONDS));
    }
  }

  private void free() {
    repair(fault);
    slow = false;
  }

  /** Returns whether bytes of the slowed agent arrive. */
  @Override
  public boolean flowsAgain() {
    return delivered() > deliveredBefore;
  }

  private long delivered() {
    return slices().mapToObj(slice -> said(site, victim, slice)).flatMap(Optional::stream).mapToLong(AgentSnapshot::deliveredBytes).sum();
  }

  @Override
  public Optional<Double> loadsSeconds() {
    return together.seconds();
  }

  @Override
  public Optional<Slowdown> slowdown() {
    return fault == null ? Optional.empty() : Optional.of(Slowdown.of(cores, spreadBefore, before, after,
        new Slowdown.Compared(together.comparedSeconds(), together.seconds().filter(at -> at <= together.comparedSeconds()).isPresent())));
  }

  @Override
  public void mend() throws IOException {
    if (slow) {
      free();
      cluster().control().awaitTunnels();
    }
  }

  @Override
  public List<String> seen() throws IOException, InterruptedException {
    return List.of(fetchedDirectly(), slowdown().map(Slowdown::inWords).orElse("it was not slowed"));
  }
}
