package dev.terra.node.offer;

import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.NodeOutput;
import java.util.List;

/**
 * A proven fetch of some outputs' parts by a client at another site.
 *
 * @param reduce the number by which the client's engine knows the part
 * @param outputs one at least, all of one shuffle if they have equally many partitions
 */
public record RemoteFetch(ActiveJob job, int reduce, List<NodeOutput> outputs, Client client) {
  /** Copies the list. */
  public RemoteFetch {
    outputs = List.copyOf(outputs);
  }

  /** Who fetches: its address, and its site's number among so many. */
  public record Client(String ip, int siteNumber, int siteCount) {}
}
