package dev.terra.lab.fetch;

import dev.terra.core.wan.Link;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.List;

/**
 * Small fetches that a site serves, at moments that are independent of each other, each to one of its readers. Sizes are powers of two
 * from 64 KiB on, and each size is a quarter as frequent as the one that is half as large: of all sizes, 93 KiB on average.
 *
 * @param sizes how many there are, 1 to {@value #ALL_SIZES}
 */
record FetchStream(SiteId site, List<SiteId> readers, double perSecond, int sizes) {
  static final int LEAST_BYTES = 64 << 10;
  /** Up to 1 MiB. */
  static final int ALL_SIZES = 5;

  FetchStream {
    readers = List.copyOf(readers);
  }

  /** Each site serves its neighbours, all sizes. */
  static List<FetchStream> neighbours(Wan wan, double perSecond) {
    return wan.sites().stream().map(site -> new FetchStream(site.id(),
        wan.linksFrom(site.id()).stream().map(Link::id).map(id -> id.to()).toList(), perSecond, ALL_SIZES)).toList();
  }

  /** From one site to another, all of the least size. */
  static FetchStream of(SiteId site, SiteId reader, double perSecond) {
    return new FetchStream(site, List.of(reader), perSecond, 1);
  }
}
