package dev.terra.node.offer;

import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.NodeOutput;
import java.util.List;

/**
 * A proven fetch of some outputs' parts by a client at another site.
 *
 * @param reduce the number of the part that the client reads of each output
 * @param outputs at least one, all of one shuffle if they have equally many partitions
 */
public record RemoteFetch(ActiveJob job, int reduce, List<NodeOutput> outputs, String clientIp) {
  /** Copies the list. */
  public RemoteFetch {
    outputs = List.copyOf(outputs);
  }
}
