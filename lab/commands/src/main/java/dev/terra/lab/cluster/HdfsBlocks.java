package dev.terra.lab.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A reader of files of the testbed's HDFS from its DataNodes' disks, so that comparing outputs sends nothing over the
 * emulated WAN. The output of {@code hdfs fsck -files -blocks} lists the blocks of each file.
 */
public final class HdfsBlocks {
  private static final Pattern FILE = Pattern.compile("^(/\\S+) (\\d+) bytes.*");
  private static final Pattern BLOCK = Pattern.compile("^\\d+\\. \\S+?:(blk_-?\\d+)_\\d+ len=(\\d+).*");

  private final SortedMap<String, List<String>> blocksByFile = new TreeMap<>();
  private final Map<String, Path> pathByBlock = new LinkedHashMap<>();

  /** Makes a reader from the output of fsck and the folders in which DataNodes keep blocks. */
  HdfsBlocks(List<String> fsckLines, List<Path> dataFolders) throws IOException {
    List<String> blocks = new ArrayList<>();
    for (String line : fsckLines) {
      Matcher file = FILE.matcher(line);
      Matcher block = BLOCK.matcher(line);
      if (file.matches()) {
        blocks = new ArrayList<>();
        blocksByFile.put(file.group(1), blocks);
      } else if (block.matches()) {
        blocks.add(block.group(1));
      }
    }
    for (Path folder : dataFolders) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.filter(path -> path.getFileName().toString().matches("blk_-?\\d+"))
            .forEach(path -> pathByBlock.put(path.getFileName().toString(), path));
      }
    }
  }

  /** Returns the files below a folder by their path relative to it. */
  List<String> filesBelow(String folder) {
    String prefix = folder + "/";
    return blocksByFile.keySet().stream().filter(name -> name.startsWith(prefix)).map(name -> name.substring(prefix.length())).toList();
  }

  /** Opens a file, as the sequence of its blocks. */
  InputStream open(String file) throws IOException {
    List<InputStream> streams = new ArrayList<>();
    for (String block : blocksByFile.getOrDefault(file, List.of())) {
      Path path = pathByBlock.get(block);
      if (path == null) {
        throw new IOException("block " + block + " of " + file + " is on no DataNode's disk");
      }
      streams.add(Files.newInputStream(path));
    }
    return new SequenceInputStream(Collections.enumeration(streams));
  }

  /**
   * Returns whether two folders hold the same job output, byte for byte: the same part files with the same content, at
   * least one of them not empty. Markers such as {@code _SUCCESS} do not count.
   */
  public boolean sameOutput(String folder, String otherFolder) throws IOException {
    List<String> parts = filesBelow(folder).stream().filter(name -> name.startsWith("part-")).toList();
    List<String> otherParts = filesBelow(otherFolder).stream().filter(name -> name.startsWith("part-")).toList();
    if (parts.isEmpty() || !parts.equals(otherParts)) {
      return false;
    }
    long bytes = 0;
    for (String part : parts) {
      long same = identicalBytes(folder + "/" + part, otherFolder + "/" + part);
      if (same < 0) {
        return false;
      }
      bytes += same;
    }
    return bytes > 0;
  }

  /** Returns the lines of all part files of a job's output, sorted. */
  public List<String> sortedLines(String folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String part : filesBelow(folder)) {
      if (part.startsWith("part-")) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(open(folder + "/" + part), StandardCharsets.UTF_8))) {
          reader.lines().forEach(lines::add);
        }
      }
    }
    Collections.sort(lines);
    return lines;
  }

  /** Returns the length of two identical files, -1 if they differ. */
  private long identicalBytes(String file, String otherFile) throws IOException {
    byte[] buffer = new byte[1 << 20];
    long total = 0;
    try (InputStream one = open(file); InputStream other = open(otherFile)) {
      while (true) {
        int count = one.readNBytes(buffer, 0, buffer.length);
        byte[] otherBytes = other.readNBytes(buffer.length);
        if (count != otherBytes.length || !java.util.Arrays.equals(buffer, 0, count, otherBytes, 0, count)) {
          return -1;
        }
        if (count == 0) {
          return total;
        }
        total += count;
      }
    }
  }
}
