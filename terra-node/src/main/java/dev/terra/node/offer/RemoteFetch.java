package dev.terra.node.offer;

import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapId;
import dev.terra.node.output.ShuffleName;
import java.util.List;

/**
 * A proven fetch of some outputs' parts by a client at another site.
 *
 * @param reduce the number by which the client's engine knows the part
 * @param maps the outputs, one at least, all of one shuffle
 */
public record RemoteFetch(ActiveJob job, int reduce, List<MapId> maps, Client client) {
  /** Copies the list. */
  public RemoteFetch {
    maps = List.copyOf(maps);
  }

  /** Who fetches: its address, and its site's number among so many. */
  public record Client(String ip, int siteNumber, int siteCount) {}

  /** The shuffle that it is a part of, where each of its outputs has so many partitions. */
  ShuffleName shuffle(int partitions) {
    return ShuffleName.of(maps.get(0), partitions);
  }
}
