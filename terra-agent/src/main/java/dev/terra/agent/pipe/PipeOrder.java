package dev.terra.agent.pipe;

import dev.terra.api.v1.PipeOpen;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/**
 * A neighbour's order of a pipe at this site.
 *
 * @param path the path of the tunnel, of three sites or more
 * @param place the place of this site on the path, from 1
 * @param bufferBytes the size of the buffers of the pipe's sockets; 0 leaves it to the kernel
 */
public record PipeOrder(Path path, int place, int bufferBytes) {
  /** The most sites of a path. A longer path is a mistake: sensible paths of the largest WAN have far fewer sites. */
  public static final int MAX_PATH_SITES = 64;
  /** The largest buffers that may be requested of other sites' sockets: 128 MiB, which suffices for 10 Gbit/s over 100 ms. */
  private static final int MAX_BUFFER_BYTES = 128 << 20;

  /** Limits the size of the buffers. */
  public PipeOrder {
    bufferBytes = bounded(bufferBytes);
  }

  /** Returns the size of buffers that another site requests, within limits. */
  public static int bounded(int bufferBytes) {
    return Math.max(0, Math.min(MAX_BUFFER_BYTES, bufferBytes));
  }

  /** Returns the order of the first pipe of a tunnel along a path. */
  public static PipeOrder first(Path path, int bufferBytes) {
    return new PipeOrder(path, 1, bufferBytes);
  }

  /**
   * Returns the order in a neighbour's message.
   *
   * @throws IllegalArgumentException with the reason why the order is invalid: the neighbour has to be the site before this one on the path
   */
  public static PipeOrder of(PipeOpen open, SiteId self, SiteId neighbour) {
    int sites = open.getPathCount();
    if (sites < 3 || sites > MAX_PATH_SITES) {
      throw new IllegalArgumentException("a pipe is for a path of 3 to " + MAX_PATH_SITES + " sites, got " + sites);
    }
    Path path = WanPaths.ofNames(open.getPathList());
    int place = open.getPlace();
    if (place < 1 || place >= sites || !path.sites().get(place).equals(self) || !path.sites().get(place - 1).equals(neighbour)) {
      throw new IllegalArgumentException("expected " + neighbour + " and " + self + " at the places " + (place - 1) + " and " + place
          + " of " + path);
    }
    return new PipeOrder(path, place, open.getBufferBytes());
  }

  /** Returns this order as a message for the line to the site that is to open the pipe. */
  public PipeOpen.Builder message() {
    return PipeOpen.newBuilder().addAllPath(WanPaths.names(path)).setPlace(place).setBufferBytes(bufferBytes);
  }

  /** Returns the site before this one. */
  public SiteId previous() {
    return path.sites().get(place - 1);
  }

  /** Returns the site behind this one; empty if the tunnel ends here. */
  public Optional<SiteId> next() {
    return place + 1 < path.sites().size() ? Optional.of(path.sites().get(place + 1)) : Optional.empty();
  }

  /** Returns the order for the site behind this one. */
  public PipeOrder onwards() {
    return new PipeOrder(path, place + 1, bufferBytes);
  }
}
