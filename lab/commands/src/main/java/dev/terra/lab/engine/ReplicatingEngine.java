package dev.terra.lab.engine;

import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import java.io.IOException;

/** An engine with a job of which several tasks at each site read the same outputs. */
public interface ReplicatingEngine extends Engine {
  /**
   * What was put out in a run that has ended, as the engine counts it.
   *
   * @throws IOException if its log says nothing of it
   */
  Volume volume(DemoCluster cluster, DemoJob job, String run) throws IOException;

  /**
   * Bytes as they lie on disks, from all sites alike.
   *
   * @param replicatedBytes read at every site
   * @param onceBytes read by one task, at any site
   */
  record Volume(long replicatedBytes, long onceBytes) {
    /** What crosses the WAN if each site fetches once what is read there. */
    public long oneCopyBytes(int sites) {
      return replicatedBytes * (sites - 1) + onceBytes * (sites - 1) / sites;
    }
  }
}
