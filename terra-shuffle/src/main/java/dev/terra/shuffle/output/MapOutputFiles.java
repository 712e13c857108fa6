package dev.terra.shuffle.output;

import dev.terra.core.failure.Failures;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.MapOutputIndex;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SecureIOUtils;
import org.apache.hadoop.mapred.IndexRecord;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.SpillRecord;
import org.apache.hadoop.yarn.server.api.AuxiliaryLocalPathHandler;

/**
 * The files of map outputs on this node, found as the stock handler finds them (in whichever of the NodeManager's
 * local directories) and opened through Hadoop's owner checks only. Thread-safe; every method may block on the disk.
 */
public final class MapOutputFiles {
  static final String DATA_FILE = "file.out";
  static final String INDEX_FILE = "file.out.index";
  private static final int INDEX_ENTRY_BYTES = 24;
  private static final int INDEX_CHECKSUM_BYTES = 8;
  /** 700,000 reducers: beyond it the file is no index that we want in memory. */
  private static final long MAX_INDEX_BYTES = 16L << 20;
  /** A job's localized configuration is some 200 KiB. */
  private static final long MAX_JOB_XML_BYTES = 16L << 20;

  private final AuxiliaryLocalPathHandler paths;
  private final JobConf configuration;

  /** Looks where the NodeManager's path handler looks. */
  public MapOutputFiles(AuxiliaryLocalPathHandler paths, Configuration configuration) {
    this.paths = paths;
    this.configuration = new JobConf(configuration);
  }

  /** A job's output directories. */
  List<File> outputs(ActiveJob job) throws IOException {
    return directories(directory(job) + "/output");
  }

  /** The wanted attempts of a job in one of its output directories, with or without an index. */
  static List<MapId> attempts(ActiveJob job, File output, Predicate<MapId> wanted) {
    List<MapId> found = new ArrayList<>();
    for (String name : names(output)) {
      MapId.parse(name).filter(map -> map.job().equals(job.id()) && wanted.test(map)).ifPresent(found::add);
    }
    return found;
  }

  /** Whether an attempt in an output directory has an index, whole or not. */
  static boolean hasIndex(File output, MapId map) {
    return new File(new File(output, map.value()), INDEX_FILE).isFile();
  }

  /** Reads an attempt's index and checks its length, checksum and owner. */
  public MapOutputIndex index(ActiveJob job, MapId map) throws IOException {
    Path path = paths.getLocalPathForRead(attemptFile(job, map, INDEX_FILE));
    long length = file(path).length();
    if (length < INDEX_CHECKSUM_BYTES || length > MAX_INDEX_BYTES || (length - INDEX_CHECKSUM_BYTES) % INDEX_ENTRY_BYTES != 0) {
      throw new IOException("no complete index of " + map + ": " + length + " bytes");
    }
    return index(new SpillRecord(path, configuration, job.user()));
  }

  private static MapOutputIndex index(SpillRecord spill) throws IOException {
    long[] offsets = new long[spill.size()];
    long[] partLengths = new long[spill.size()];
    long[] rawLengths = new long[spill.size()];
    for (int reduce = 0; reduce < spill.size(); reduce++) {
      IndexRecord entry = spill.getIndex(reduce);
      offsets[reduce] = entry.startOffset;
      partLengths[reduce] = entry.partLength;
      rawLengths[reduce] = entry.rawLength;
    }
    try {
      return new MapOutputIndex(offsets, partLengths, rawLengths);
    } catch (IllegalArgumentException e) {
      throw new IOException(Failures.inWords(e), e);
    }
  }

  /** Opens an attempt's data; the caller closes it. */
  public RandomAccessFile data(ActiveJob job, MapId map) throws IOException {
    Path path = paths.getLocalPathForRead(attemptFile(job, map, DATA_FILE));
    return SecureIOUtils.openForRandomRead(file(path), "r", job.user(), null);
  }

  /** The number of maps that the job's localized configuration tells, if one is readable here. */
  Optional<Integer> totalMaps(ActiveJob job) throws IOException {
    return property(job, "mapreduce.job.maps").flatMap(JobXml::positive);
  }

  /** The queue in which the job runs, if its localized configuration tells and is readable here. */
  Optional<String> queue(ActiveJob job) throws IOException {
    return property(job, "mapreduce.job.queuename").filter(queue -> queue.length() <= ShuffleDescriptor.MAX_LENGTH);
  }

  private Optional<String> property(ActiveJob job, String property) throws IOException {
    for (File cache : directories(directory(job) + "/filecache")) {
      for (String name : names(cache)) {
        File jobXml = new File(new File(cache, name), "job.xml");
        if (jobXml.isFile() && jobXml.length() <= MAX_JOB_XML_BYTES) {
          return property(jobXml, job.user(), property);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> property(File jobXml, String user, String property) throws IOException {
    try (InputStream in = SecureIOUtils.openForRead(jobXml, user, null)) {
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

  /** A job's directory in any of the NodeManager's local directories. */
  private static String directory(ActiveJob job) {
    return "usercache/" + job.user() + "/appcache/" + job.id().replaceFirst("^job_", "application_");
  }

  private static String attemptFile(ActiveJob job, MapId map, String name) {
    return directory(job) + "/output/" + map.value() + "/" + name;
  }

  private static String[] names(File directory) {
    String[] names = directory.list();
    return names == null ? new String[0] : names;
  }

  private static File file(Path path) {
    return new File(path.toUri().getPath());
  }
}
