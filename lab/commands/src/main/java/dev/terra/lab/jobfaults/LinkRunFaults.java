package dev.terra.lab.jobfaults;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.lab.bed.TrafficMonitor;
import dev.terra.lab.cluster.CarriedBytes;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.faults.Fault;
import dev.terra.lab.faults.LinkFaults;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A fault of the link that has carried most, from the middle of a run to its end. */
class LinkRunFaults extends WatchedFault {
  private final Function<Link, Fault> kind;
  private List<String> ends = List.of();
  private Map<List<String>, Long> before = Map.of();
  private Fault fault;

  private LinkRunFaults(DemoCluster cluster, TrafficMonitor traffic, Function<Link, Fault> kind) {
    super(cluster, traffic);
    this.kind = kind;
  }

  /** Makes a fault in which the link flips bits in what tunnels send over it. */
  static RunFault corruption(DemoCluster cluster, TrafficMonitor traffic) {
    return new LinkRunFaults(cluster, traffic, LinkFaults::corruption);
  }

  /** Makes a fault in which the link loses everything. */
  static RunFault cut(DemoCluster cluster, TrafficMonitor traffic) {
    return new Cut(cluster, traffic);
  }

  @Override
  public String strike() {
    before = traffic().deliveredByPath();
    ends = before.entrySet().stream().filter(path -> path.getKey().size() == 2).max(Map.Entry.comparingByValue())
        .orElseThrow(() -> new IllegalStateException("no link has carried anything yet")).getKey();
    fault = kind.apply(cluster().wan().link(LinkId.of(ends.get(0), ends.get(1))).orElseThrow());
    inject(fault);
    return String.join("-", ends);
  }

  @Override
  public boolean flowsAgain() {
    return traffic().deliveredBytes() > before.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public void mend() {
    if (fault != null) {
      repair(fault);
    }
  }

  private static final class Cut extends LinkRunFaults {
    Cut(DemoCluster cluster, TrafficMonitor traffic) {
      super(cluster, traffic, LinkFaults::cut);
    }

    @Override
    public boolean flowsAgain() {
      return detourBytes() > 0;
    }

    @Override
    public List<String> seen() throws IOException, InterruptedException {
      return List.of(CarriedBytes.megabytes(detourBytes()) + " between " + String.join(" and ", ends()) + " went around the cut link",
          fetchedDirectly());
    }
  }

  /** Returns the bytes that went between the link's ends by other ways since the fault. */
  final long detourBytes() {
    return traffic().deliveredByPath().entrySet().stream().filter(path -> isDetour(path.getKey()))
        .mapToLong(path -> path.getValue() - before.getOrDefault(path.getKey(), 0L)).sum();
  }

  final List<String> ends() {
    return ends;
  }

  private boolean isDetour(List<String> path) {
    return path.size() > 2 && ends.contains(path.get(0)) && ends.contains(path.get(path.size() - 1));
  }
}
