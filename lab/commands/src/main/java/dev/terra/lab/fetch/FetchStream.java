package dev.terra.lab.fetch;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;

/**
 * The small fetches that a site serves, at moments that are independent of each other, each to one of its readers.
 * Sizes are powers of two from 64 KiB on, and each size is a quarter as frequent as the size that is half as large:
 * with all sizes, 93 KiB on average.
 *
 * @param sizes the number of sizes, 1 to {@value #ALL_SIZES}
 */
record FetchStream(SiteId site, List<SiteId> readers, double perSecond, int sizes) {
  static final int LEAST_BYTES = 64 << 10;
  /** The number of sizes up to 1 MiB. */
  static final int ALL_SIZES = 5;

  FetchStream {
    readers = List.copyOf(readers);
  }

  /** Returns streams in which each site serves its neighbours, with all sizes. */
  static List<FetchStream> neighbours(Wan wan, double perSecond) {
    return wan.sites().stream().map(site -> new FetchStream(site.id(),
        wan.linksFrom(site.id()).stream().map(Link::id).map(id -> id.to()).toList(), perSecond, ALL_SIZES)).toList();
  }

  /** Returns a stream from one site to another, with the least size only. */
  static FetchStream of(SiteId site, SiteId reader, double perSecond) {
    return new FetchStream(site, List.of(reader), perSecond, 1);
  }
}
