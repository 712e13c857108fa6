package dev.terra.lab.faults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.control.ProcessControl;
import dev.terra.testbed.os.CpuQuota;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.plan.Impairment;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** The faults of agents, controllers and ZooKeeper. */
public final class ProcessFaults {
  /** The least memory that a spool may have, and a disk that is full far before the spool's own limit. */
  private static final SpoolSize SMALL_DISK = new SpoolSize(1L << 20, 1L << 30, OptionalLong.of(1L << 18));

  private ProcessFaults() {}

  /** Selects a process. */
  private interface Which extends Function<ProcessControl, Optional<ProcessRecord>> {}

  /** {@code kill -9}; the repair restarts the process. */
  private record Kill(String name, Which which, Consumer<TestbedTerra> start) implements Fault {
    @Override
    public void inject(TestbedTerra on) {
      which.apply(on.testbed().processes()).ifPresent(ProcessRecord::killAndWait);
    }

    @Override
    public void repair(TestbedTerra on) {
      start.accept(on);
    }
  }

  /** {@code SIGSTOP}, as on a machine that hangs; the repair is {@code SIGCONT}. */
  private static final class Stall implements Fault {
    private final String name;
    private final Which which;
    private Optional<ProcessRecord> stalled = Optional.empty();

    Stall(String name, Which which) {
      this.name = name;
      this.which = which;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void inject(TestbedTerra on) {
      stalled = which.apply(on.testbed().processes());
      stalled.ifPresent(ProcessRecord::stall);
    }

    @Override
    public void repair(TestbedTerra on) {
      stalled.ifPresent(ProcessRecord::resume);
    }
  }

  /** A process gets only a part of a core; the repair removes this limit. */
  private static final class Slow implements Fault {
    private final String name;
    private final Which which;
    private final double cores;
    private Optional<CpuQuota> quota = Optional.empty();

    Slow(String name, Which which, double cores) {
      this.name = name;
      this.which = which;
      this.cores = cores;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void inject(TestbedTerra on) {
      quota = which.apply(on.testbed().processes())
          .map(process -> CpuQuota.limit(process, "terra-slow-" + process.host() + "-" + process.name(), cores));
    }

    @Override
    public void repair(TestbedTerra on) {
      quota.ifPresent(CpuQuota::close);
      quota = Optional.empty();
    }
  }

  /** Makes a fault that kills the first agent of a site. */
  public static Fault killedAgent(SiteId site) {
    return new Kill("kill agent " + site, processes -> processes.agent(site), on -> startAgent(on, site, SpoolSize.USUAL));
  }

  /** Makes a fault that kills one of a site's agents. */
  public static Fault killedAgent(SiteId site, int number) {
    return new Kill("kill agent " + (number + 1) + " of " + site, processes -> processes.agent(site, number),
        on -> on.testbed().processes().restartAgent(site, number, on.size()));
  }

  /** Makes a fault that stops the first agent of a site. */
  public static Fault stalledAgent(SiteId site) {
    return new Stall("pause agent " + site, processes -> processes.agent(site));
  }

  /** Makes a fault that limits one of a site's agents to a part of a core, {@link CpuQuota#LEAST_CORES} or more. */
  public static Fault slowedAgent(SiteId site, int number, double cores) {
    return new Slow("slow agent " + (number + 1) + " of " + site, processes -> processes.agent(site, number), cores);
  }

  /** Makes a fault that kills the controller, or the leader of several controllers. */
  public static Fault killedController() {
    return new Kill("kill controller", ProcessControl::controller, on -> on.testbed().processes().restartController(on.size()));
  }

  /** Makes a fault that stops the controller, or the leader of several controllers. */
  public static Fault stalledController() {
    return new Stall("pause the leading controller", ProcessControl::controller);
  }

  /** Makes a fault that kills ZooKeeper, if there is one. */
  public static Fault killedZooKeeper() {
    return new Kill("kill ZooKeeper", ProcessControl::zooKeeper, on -> on.testbed().processes().restartZooKeeper());
  }

  private static void startAgent(TestbedTerra on, SiteId site, SpoolSize spool) {
    on.testbed().processes().restartAgent(site, on.size(), spool);
  }

  /**
   * A fault in which the disk below a site's spool is a file system of 256 KiB. It fills while a path that carries the
   * smaller part of the incoming bytes is silent: the bytes of the other paths must wait for those that are missing.
   */
  record DiskFull(SiteId site, Link silent) implements Fault {
    @Override
    public String name() {
      return "disk full at " + site + ", silent " + silent.id().from() + "-" + silent.id().to();
    }

    @Override
    public void prepare(TestbedTerra on) {
      replace(on, SMALL_DISK);
    }

    @Override
    public void inject(TestbedTerra on) {
      on.testbed().links().impair(silent.id().from(), silent.id().to(), Impairment.silence());
    }

    @Override
    public void repair(TestbedTerra on) {
      on.testbed().links().impair(silent.id().from(), silent.id().to(), Impairment.NONE);
    }

    @Override
    public void cleanUp(TestbedTerra on) {
      replace(on, SpoolSize.USUAL);
    }

    private void replace(TestbedTerra on, SpoolSize spool) {
      killedAgent(site).inject(on);
      startAgent(on, site, spool);
    }

    @Override
    public Optional<String> missed(Bed bed) throws IOException {
      boolean hit = bed.stats(site).path("spool").path("diskFailed").asBoolean();
      return hit ? Optional.empty() : Optional.of("the spool of " + site + " never filled its disk");
    }
  }
}
