package dev.terra.lab.engine;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import java.io.IOException;

/** An engine with a job in which several tasks at each site read the same outputs. */
public interface ReplicatingEngine extends Engine {
  /**
   * Returns the outputs of a run that has ended, by the engine's counters.
   *
   * @throws IOException if the log contains no such counters
   */
  Volume volume(DemoCluster cluster, DemoJob job, String run) throws IOException;

  /**
   * The bytes of outputs on disks, at all sites in equal parts.
   *
   * @param replicatedBytes read at every site
   * @param onceBytes read by one task, at any site
   */
  record Volume(long replicatedBytes, long onceBytes) {
    /** Returns the bytes that cross the WAN if each site fetches once what is read there. */
    public long oneCopyBytes(int sites) {
      return replicatedBytes * (sites - 1) + onceBytes * (sites - 1) / sites;
    }
  }
}
