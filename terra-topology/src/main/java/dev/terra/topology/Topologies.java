package dev.terra.topology;

import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where every part of Terra gets its WAN from: chooses the reader by the file's ending and bounds its size. */
public final class Topologies {
  /** The largest file that is read: a WAN of thousands of sites fits many times. */
  private static final long MAX_BYTES = 16L << 20;

  private static final Logger LOG = LoggerFactory.getLogger(Topologies.class);
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private Topologies() {}

  /**
   * Reads a topology file: {@code .yaml} or {@code .yml} in our own format, {@code .gml} as the Topology Zoo writes it. What is odd
   * in it but harmless is logged as one warning.
   *
   * @throws TopologyException if it cannot be read or does not describe a usable WAN
   */
  public static Wan load(Path file) {
    return connected(file, loadIslands(file));
  }

  /** The same for a WAN in which some site may not reach some other, such as one of which a part is down. */
  public static Wan loadIslands(Path file) {
    ReadingNotes notes = new ReadingNotes();
    Wan wan = loadIslands(file, notes);
    if (!notes.summary().isEmpty()) {
      LOG.warn("{}: {}", file, notes.summary());
    }
    return wan;
  }

  /** The same, with what was odd in the file noted instead of logged. */
  public static Wan loadIslands(Path file, ReadingNotes notes) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    String text = read(file);
    if (name.endsWith(".gml")) {
      return GmlTopologyReader.read(file, text, notes);
    }
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return YamlTopologyReader.read(file, text);
    }
    throw new TopologyException(file, 0, "expected a topology file that ends in .yaml, .yml or .gml");
  }

  private static Wan connected(Path file, Wan wan) {
    for (Site site : wan.sites()) {
      Set<SiteId> unreachable = new TreeSet<>();
      wan.sites().forEach(other -> unreachable.add(other.id()));
      wan.reachableFrom(site.id()).forEach(unreachable::remove);
      if (!unreachable.isEmpty()) {
        throw new TopologyException(file, 0,
            "disconnected graph: no path from " + site.id() + " to " + unreachable + "; expected every site to reach every other");
      }
    }
    return wan;
  }

  /** A WAN in our own YAML format, which {@link #load} reads back as an equal one. */
  public static String toYaml(Wan wan) {
    return YamlTopologyWriter.write(wan);
  }

  private static String read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new TopologyException(file, 0, "no such file");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw new TopologyException(file, 0, "larger than " + (MAX_BYTES >> 20) + " MiB, which no topology needs");
      }
      String text = Files.readString(file);
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
    } catch (CharacterCodingException e) {
      throw new TopologyException(file, 0, "is not UTF-8 text");
    } catch (IOException e) {
      throw new TopologyException(file, 0, "cannot be read: " + e.getMessage());
    }
  }
}
