package dev.terra.lab.faults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.testbed.SpoolSize;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.plan.Impairment;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** What may happen to agents and the controller. */
final class ProcessFaults {
  /** The least memory that a spool may have, and a disk that is full far earlier than the spool believes. */
  private static final SpoolSize SMALL_DISK = new SpoolSize(1L << 20, 1L << 30, OptionalLong.of(1L << 18));

  private ProcessFaults() {}

  /** {@code kill -9}; mended by starting it again. */
  record Agent(SiteId site) implements Fault {
    @Override
    public String name() {
      return "kill agent " + site;
    }

    @Override
    public void inject(FaultBed bed) {
      bed.testbed().processes().agent(site).ifPresent(ProcessRecord::killAndWait);
    }

    @Override
    public void repair(FaultBed bed) {
      bed.testbed().processes().restartAgent(site, bed.size(), SpoolSize.USUAL);
    }
  }

  /** {@code kill -9}, of several of the one that leads; mended by starting it again. */
  record Controller() implements Fault {
    @Override
    public String name() {
      return "kill controller";
    }

    @Override
    public void inject(FaultBed bed) {
      bed.testbed().processes().controller().ifPresent(ProcessRecord::killAndWait);
    }

    @Override
    public void repair(FaultBed bed) {
      bed.testbed().processes().restartController(bed.size());
    }
  }

  /** {@code SIGSTOP} of the controller that leads; mended by {@code SIGCONT}. */
  static final class PausedLeader implements Fault {
    private Optional<ProcessRecord> paused = Optional.empty();

    @Override
    public String name() {
      return "pause the leading controller";
    }

    @Override
    public void inject(FaultBed bed) {
      paused = bed.testbed().processes().controller();
      paused.ifPresent(ProcessRecord::stall);
    }

    @Override
    public void repair(FaultBed bed) {
      paused.ifPresent(ProcessRecord::resume);
    }

    @Override
    public String toString() {
      return name();
    }
  }

  /** {@code kill -9} of ZooKeeper; mended by starting it again. */
  record ZooKeeper() implements Fault {
    @Override
    public String name() {
      return "kill ZooKeeper";
    }

    @Override
    public void inject(FaultBed bed) {
      bed.testbed().processes().zooKeeper().ifPresent(ProcessRecord::killAndWait);
    }

    @Override
    public void repair(FaultBed bed) {
      bed.testbed().processes().restartZooKeeper();
    }
  }

  /**
   * The disk below a site's spool is a file system of 256 KiB. It fills while a path that carries the smaller part of what comes is silent:
   * what comes by the others has to wait for what is missing.
   */
  record DiskFull(SiteId site, Link silent) implements Fault {
    @Override
    public String name() {
      return "disk full at " + site + ", silent " + silent.id().from() + "-" + silent.id().to();
    }

    @Override
    public void prepare(FaultBed bed) {
      bed.testbed().processes().agent(site).ifPresent(ProcessRecord::killAndWait);
      bed.testbed().processes().restartAgent(site, bed.size(), SMALL_DISK);
    }

    @Override
    public void inject(FaultBed bed) {
      bed.testbed().links().impair(silent.id().from(), silent.id().to(), Impairment.silence());
    }

    @Override
    public void repair(FaultBed bed) {
      bed.testbed().links().impair(silent.id().from(), silent.id().to(), Impairment.NONE);
    }

    @Override
    public void cleanUp(FaultBed bed) {
      bed.testbed().processes().agent(site).ifPresent(ProcessRecord::killAndWait);
      bed.testbed().processes().restartAgent(site, bed.size(), SpoolSize.USUAL);
    }

    @Override
    public Optional<String> missed(FaultBed bed) throws IOException {
      boolean hit = bed.stats(site).path("spool").path("diskFailed").asBoolean();
      return hit ? Optional.empty() : Optional.of("the spool of " + site + " never filled its disk");
    }
  }
}
