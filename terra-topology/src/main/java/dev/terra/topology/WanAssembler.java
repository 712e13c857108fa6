package dev.terra.topology;

import dev.terra.config.ConfigException;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Collects sites and links as a reader finds them, and reports the line of a site or link that does not fit the others. */
final class WanAssembler {
  private final Path file;
  private final Map<SiteId, Integer> siteLines = new LinkedHashMap<>();
  private final List<Site> sites = new ArrayList<>();
  private final Map<LinkId, Integer> linkLines = new LinkedHashMap<>();
  private final List<Link> links = new ArrayList<>();

  WanAssembler(Path file) {
    this.file = file;
  }

  /** Runs a constructor that checks its arguments, and adds the file and the line to its exception. */
  <T> T at(int line, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(file, line, Failures.inWords(e));
    }
  }

  void site(int line, Site site) {
    Integer first = siteLines.putIfAbsent(site.id(), line);
    if (first != null) {
      throw new ConfigException(file, line, "site " + site.id() + " is already given at line " + first
          + "; expected each site once");
    }
    sites.add(site);
  }

  void link(int line, Link link) {
    for (SiteId end : List.of(link.id().from(), link.id().to())) {
      if (!siteLines.containsKey(end)) {
        throw new ConfigException(file, line, "link " + link.id() + " names the unknown site " + end
            + "; expected one of " + siteLines.keySet());
      }
    }
    Integer first = linkLines.putIfAbsent(link.id(), line);
    if (first != null) {
      throw new ConfigException(file, line, "duplicate link " + link.id() + ", already given at line " + first
          + "; expected each direction once");
    }
    links.add(link);
  }

  Wan build(String name) {
    if (sites.size() < 2) {
      throw new ConfigException(file, 0, "expected at least 2 sites, got " + sites.size());
    }
    return new Wan(name, sites, links);
  }
}
