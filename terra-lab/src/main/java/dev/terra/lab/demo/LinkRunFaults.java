package dev.terra.lab.demo;

import dev.terra.lab.net.TrafficMonitor;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The link that has carried most misbehaves from the middle of a run to its end. */
final class LinkRunFaults {
  private LinkRunFaults() {}

  private abstract static class OfBusiestLink implements RunFault {
    private final DemoCluster cluster;
    private final TrafficMonitor traffic;
    private List<String> ends = List.of();
    private ShuffleTotals countersBefore = ShuffleTotals.NONE;

    OfBusiestLink(DemoCluster cluster, TrafficMonitor traffic) {
      this.cluster = cluster;
      this.traffic = traffic;
    }

    abstract void damage(ClusterControl control, String from, String to);

    abstract void repair(ClusterControl control, String from, String to);

    final TrafficMonitor traffic() {
      return traffic;
    }

    final List<String> ends() {
      return ends;
    }

    @Override
    public void prepare() throws IOException, InterruptedException {
      countersBefore = cluster.shuffleCounters();
    }

    @Override
    public String strike() throws IOException, InterruptedException {
      ends = traffic.deliveredByPath().entrySet().stream().filter(path -> path.getKey().size() == 2).max(Map.Entry.comparingByValue())
          .orElseThrow(() -> new IllegalStateException("no link has carried anything yet")).getKey();
      damage(cluster.control(), ends.get(0), ends.get(1));
      return String.join("-", ends);
    }

    @Override
    public final void mend() {
      if (!ends.isEmpty()) {
        repair(cluster.control(), ends.get(0), ends.get(1));
      }
    }

    final String fetchedDirectly() throws IOException, InterruptedException {
      return CarriedBytes.fetchedDirectly(cluster, countersBefore);
    }
  }

  /** It loses everything. */
  static final class Cut extends OfBusiestLink {
    private Map<List<String>, Long> before = Map.of();

    Cut(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    @Override
    public String strike() throws IOException, InterruptedException {
      before = traffic().deliveredByPath();
      return super.strike();
    }

    @Override
    void damage(ClusterControl control, String from, String to) {
      control.cutLink(from, to);
    }

    @Override
    void repair(ClusterControl control, String from, String to) {
      control.restoreLink(from, to);
    }

    @Override
    public boolean flowsAgain() {
      return detourBytes() > 0;
    }

    /** Bytes that since the fault went around the cut link. */
    private long detourBytes() {
      return traffic().deliveredByPath().entrySet().stream().filter(path -> isDetour(path.getKey()))
          .mapToLong(path -> path.getValue() - before.getOrDefault(path.getKey(), 0L)).sum();
    }

    private boolean isDetour(List<String> path) {
      return path.size() > 2 && ends().contains(path.get(0)) && ends().contains(path.get(path.size() - 1));
    }

    @Override
    public List<String> seen() throws IOException, InterruptedException {
      return List.of(CarriedBytes.megabytes(detourBytes()) + " between " + String.join(" and ", ends()) + " went around the cut link",
          fetchedDirectly());
    }
  }

  /** It flips bits in what tunnels send over it, past TCP's checksum. */
  static final class Corruption extends OfBusiestLink {
    private long before;

    Corruption(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic);
    }

    @Override
    void damage(ClusterControl control, String from, String to) {
      before = traffic().deliveredBytes();
      control.corruptLink(from, to);
    }

    @Override
    void repair(ClusterControl control, String from, String to) {
      control.mendLink(from, to);
    }

    @Override
    public boolean flowsAgain() {
      return traffic().deliveredBytes() > before;
    }

    @Override
    public List<String> seen() throws IOException, InterruptedException {
      return List.of(fetchedDirectly());
    }
  }
}
