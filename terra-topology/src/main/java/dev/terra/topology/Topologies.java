package dev.terra.topology;

import dev.terra.config.ConfigException;
import dev.terra.config.TextFile;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loads WANs from topology files for all parts of Terra. It chooses the reader by the file's ending, and bounds the file's size. */
public final class Topologies {
  /** The most bytes of a file that is read. It is many times the size of a WAN of thousands of sites. */
  private static final long MAX_BYTES = 16L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(Topologies.class);

  private Topologies() {}

  /**
   * Reads a topology file: {@code .yaml} or {@code .yml} in Terra's own format, {@code .gml} in that of the Topology Zoo. Harmless oddities
   * of the file are logged as one warning.
   *
   * @throws ConfigException if the file cannot be read or does not describe a usable WAN
   */
  public static Wan load(Path file) {
    return connected(file, loadIslands(file));
  }

  /** Loads a WAN in which some sites may not reach others, such as a WAN of which a part is down. */
  public static Wan loadIslands(Path file) {
    ReadingNotes notes = new ReadingNotes();
    Wan wan = loadIslands(file, notes);
    if (!notes.summary().isEmpty()) {
      LOG.warn("{}: {}", file, notes.summary());
    }
    return wan;
  }

  /** Loads a WAN in which some sites may not reach others, and notes oddities of the file instead of logging them. */
  public static Wan loadIslands(Path file, ReadingNotes notes) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    String text = TextFile.read(file, MAX_BYTES);
    if (name.endsWith(".gml")) {
      return GmlTopologyReader.read(file, text, notes);
    }
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return YamlTopologyReader.read(file, text);
    }
    throw new ConfigException(file, 0, "expected a topology file that ends in .yaml, .yml or .gml");
  }

  private static Wan connected(Path file, Wan wan) {
    for (Site site : wan.sites()) {
      Set<SiteId> unreachable = new TreeSet<>();
      wan.sites().forEach(other -> unreachable.add(other.id()));
      wan.reachableFrom(site.id()).forEach(unreachable::remove);
      if (!unreachable.isEmpty()) {
        throw new ConfigException(file, 0,
            "disconnected graph: no path from " + site.id() + " to " + unreachable + "; expected every site to reach every other");
      }
    }
    return wan;
  }

  /** Returns the text of a WAN in Terra's own YAML format, which {@link #load} reads as an equal WAN. */
  public static String toYaml(Wan wan) {
    return YamlTopologyWriter.write(wan);
  }
}
