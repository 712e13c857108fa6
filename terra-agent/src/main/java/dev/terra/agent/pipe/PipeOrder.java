package dev.terra.agent.pipe;

import dev.terra.api.v1.PipeOpen;
import dev.terra.api.wan.WanPaths;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.Optional;

/**
 * A pipe that a neighbour wants opened here.
 *
 * @param path of the tunnel, of three sites or more
 * @param place of this site on it, from 1
 * @param bufferBytes of the pipe's sockets; 0 leaves them to the kernel
 */
public record PipeOrder(Path path, int place, int bufferBytes) {
  /** A path longer than this is a mistake: the largest WAN has far fewer sites on a sensible path. */
  public static final int MAX_PATH_SITES = 64;
  /** What may be asked of other sites' sockets: 128 MiB, 10 Gbit/s over 100 ms. */
  private static final int MAX_BUFFER_BYTES = 128 << 20;

  /** Keeps the buffers within reason. */
  public PipeOrder {
    bufferBytes = bounded(bufferBytes);
  }

  /** Buffers as another site asks for, within reason. */
  public static int bounded(int bufferBytes) {
    return Math.max(0, Math.min(MAX_BUFFER_BYTES, bufferBytes));
  }

  /** The first pipe of a tunnel along a path. */
  public static PipeOrder first(Path path, int bufferBytes) {
    return new PipeOrder(path, 1, bufferBytes);
  }

  /**
   * What a neighbour orders.
   *
   * @throws IllegalArgumentException with the reason why it may not: the neighbour has to stand before this site on the path
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

  /** This order, for the next site's line. */
  public PipeOpen.Builder message() {
    return PipeOpen.newBuilder().addAllPath(WanPaths.names(path)).setPlace(place).setBufferBytes(bufferBytes);
  }

  /** The site before this one. */
  public SiteId previous() {
    return path.sites().get(place - 1);
  }

  /** The site behind this one; none: the tunnel ends here. */
  public Optional<SiteId> next() {
    return place + 1 < path.sites().size() ? Optional.of(path.sites().get(place + 1)) : Optional.empty();
  }

  /** What the site behind this one is to open. */
  public PipeOrder onwards() {
    return new PipeOrder(path, place + 1, bufferBytes);
  }
}
