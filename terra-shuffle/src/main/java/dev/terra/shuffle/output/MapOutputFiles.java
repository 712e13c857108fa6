package dev.terra.shuffle.output;

import dev.terra.core.failure.Failures;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.node.disk.UserFiles;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SecureIOUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.server.api.AuxiliaryLocalPathHandler;

/**
 * The files of map outputs on this node, found as the stock handler finds them (in whichever of the NodeManager's local directories) and
 * opened through Hadoop's owner checks only. It is thread-safe; every method may block on the disk.
 */
public final class MapOutputFiles implements AutoCloseable {
  static final String DATA_FILE = "file.out";
  static final String INDEX_FILE = "file.out.index";
  private static final int INDEX_ENTRY_BYTES = 24;
  private static final int INDEX_CHECKSUM_BYTES = 8;
  /** The most bytes of an index, enough for 700,000 reducers. A larger file is not read into memory. */
  private static final long MAX_INDEX_BYTES = 16L << 20;
  /** The most bytes of a job's localized configuration, which usually has some 200 KiB. */
  private static final long MAX_JOB_XML_BYTES = 16L << 20;

  private final AuxiliaryLocalPathHandler paths;
  private final UserFiles reads = new UserFiles(MapOutputFiles::opened);

  /** Makes an instance that uses the NodeManager's path handler. */
  public MapOutputFiles(AuxiliaryLocalPathHandler paths) {
    this.paths = paths;
  }

  /** Opens a file. On a secure cluster, Hadoop checks the owner of the open file; on any other cluster, it checks nothing. */
  private static FileChannel opened(java.nio.file.Path file, String user) throws IOException {
    return UserGroupInformation.isSecurityEnabled() ? SecureIOUtils.openForRandomRead(file.toFile(), "r", user, null).getChannel()
        : UserFiles.openAnyones(file);
  }

  /** Prevents that further files are opened. */
  @Override
  public void close() {
    reads.close();
  }

  /** Returns a job's output directories. */
  List<File> outputs(ActiveJob job) throws IOException {
    return directories(directory(job) + "/output");
  }

  /** Returns the wanted attempts of a job in one of its output directories, with or without an index. */
  static List<MapId> attempts(ActiveJob job, File output, Predicate<MapId> wanted) {
    List<MapId> found = new ArrayList<>();
    for (String name : UserFiles.names(output)) {
      MapId.parse(name).filter(map -> map.job().equals(job.id()) && wanted.test(map)).ifPresent(found::add);
    }
    return found;
  }

  /** Returns whether an attempt in an output directory has an index, complete or not. */
  static boolean hasIndex(File output, MapId map) {
    return new File(new File(output, map.value()), INDEX_FILE).isFile();
  }

  /** Reads an attempt's index and checks its length, checksum and owner. */
  public MapOutputIndex index(ActiveJob job, MapId map) throws IOException {
    Path path = paths.getLocalPathForRead(attemptFile(job, map, INDEX_FILE));
    ByteBuffer bytes = reads.read(file(path).toPath(), job.user(), MAX_INDEX_BYTES);
    int length = bytes.remaining();
    if (length < INDEX_CHECKSUM_BYTES || (length - INDEX_CHECKSUM_BYTES) % INDEX_ENTRY_BYTES != 0) {
      throw new IOException("no complete index of " + map + ": " + length + " bytes");
    }
    return index(map, bytes);
  }

  /**
   * Decodes an index: for each reducer the start, the length after decompression and the length on the wire, and at the end the CRC32 of
   * all entries.
   */
  private static MapOutputIndex index(MapId map, ByteBuffer bytes) throws IOException {
    int entries = bytes.remaining() / INDEX_ENTRY_BYTES;
    CRC32 crc = new CRC32();
    crc.update(bytes.duplicate().limit(entries * INDEX_ENTRY_BYTES));
    long[] offsets = new long[entries];
    long[] partLengths = new long[entries];
    long[] rawLengths = new long[entries];
    for (int reduce = 0; reduce < entries; reduce++) {
      offsets[reduce] = bytes.getLong();
      rawLengths[reduce] = bytes.getLong();
      partLengths[reduce] = bytes.getLong();
    }
    if (bytes.getLong() != crc.getValue()) {
      throw new IOException("the index of " + map + " has a wrong checksum");
    }
    try {
      return new MapOutputIndex(offsets, partLengths, rawLengths);
    } catch (IllegalArgumentException e) {
      throw new IOException(Failures.inWords(e), e);
    }
  }

  /** Opens an attempt's data; the caller closes it. */
  public FileChannel data(ActiveJob job, MapId map) throws IOException {
    Path path = paths.getLocalPathForRead(attemptFile(job, map, DATA_FILE));
    return reads.open(file(path).toPath(), job.user());
  }

  /** Returns the number of maps according to the job's localized configuration, if a configuration is readable here. */
  Optional<Integer> totalMaps(ActiveJob job) throws IOException {
    return property(job, "mapreduce.job.maps").flatMap(JobXml::positive);
  }

  /** Returns the queue of the job according to its localized configuration, if the configuration has one and is readable here. */
  Optional<String> queue(ActiveJob job) throws IOException {
    return property(job, "mapreduce.job.queuename").filter(queue -> queue.length() <= ShuffleDescriptor.MAX_LENGTH);
  }

  private Optional<String> property(ActiveJob job, String property) throws IOException {
    for (File cache : directories(directory(job) + "/filecache")) {
      for (String name : UserFiles.names(cache)) {
        File jobXml = new File(new File(cache, name), "job.xml");
        if (jobXml.isFile()) {
          return property(jobXml, job.user(), property);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> property(File jobXml, String user, String property) throws IOException {
    try (InputStream in = reads.stream(jobXml.toPath(), user, MAX_JOB_XML_BYTES)) {
      return JobXml.property(in, property);
    }
  }

  private List<File> directories(String relative) throws IOException {
    List<File> found = new ArrayList<>();
    for (Path path : paths.getAllLocalPathsForRead(relative)) {
      found.add(file(path));
    }
    return found;
  }

  /** Returns the relative path of a job's directory in the NodeManager's local directories. */
  private static String directory(ActiveJob job) {
    return "usercache/" + job.user() + "/appcache/" + job.id().replaceFirst("^job_", "application_");
  }

  private static String attemptFile(ActiveJob job, MapId map, String name) {
    return directory(job) + "/output/" + map.value() + "/" + name;
  }

  private static File file(Path path) {
    return new File(path.toUri().getPath());
  }
}
