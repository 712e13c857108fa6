package dev.terra.spark.output;

import dev.terra.node.disk.UserFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.io.SecureIOUtils;
import org.apache.hadoop.security.UserGroupInformation;

/** Where the data of known shuffle files is, and how they are read. Has as many entries as the registry of outputs. Thread-safe. */
public final class FilePlaces implements AutoCloseable {
  private final UserFiles files = new UserFiles(FilePlaces::opened);
  private final Map<SparkOutput, Path> places = new ConcurrentHashMap<>();

  /** Hadoop checks on a secure cluster whose the open file is; on any other cluster it checks nothing. */
  private static FileChannel opened(Path file, String user) throws IOException {
    return UserGroupInformation.isSecurityEnabled() ? SecureIOUtils.openForRandomRead(file.toFile(), "r", user, null).getChannel()
        : UserFiles.openAnyones(file);
  }

  /** The opener of all of the files. */
  UserFiles files() {
    return files;
  }

  /** Opens nothing more. */
  @Override
  public void close() {
    files.close();
  }

  /** Notes a file. */
  void put(SparkOutput file, Path data) {
    places.put(file, data);
  }

  /** Forgets a file. */
  void remove(SparkOutput file) {
    places.remove(file);
  }

  /** Forgets an application's files. */
  void removeAll(String application) {
    places.keySet().removeIf(file -> file.application().equals(application));
  }

  /** The data file, if it is known. */
  Optional<Path> find(SparkOutput file) {
    return Optional.ofNullable(places.get(file));
  }
}
