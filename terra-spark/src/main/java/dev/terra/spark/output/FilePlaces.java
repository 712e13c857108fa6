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

/**
 * The data files of known shuffle outputs, and the opener of them. It has as many entries as the registry of outputs. It is thread-safe.
 */
public final class FilePlaces implements AutoCloseable {
  private final UserFiles files = new UserFiles(FilePlaces::opened);
  private final Map<SparkOutput, Path> places = new ConcurrentHashMap<>();

  /** Opens a file. On a secure cluster, Hadoop checks the owner of the open file; on any other cluster, it checks nothing. */
  private static FileChannel opened(Path file, String user) throws IOException {
    return UserGroupInformation.isSecurityEnabled() ? SecureIOUtils.openForRandomRead(file.toFile(), "r", user, null).getChannel()
        : UserFiles.openAnyones(file);
  }

  /** Returns the opener of all files. */
  UserFiles files() {
    return files;
  }

  /** Prevents that further files are opened. */
  @Override
  public void close() {
    files.close();
  }

  /** Adds a file. */
  void put(SparkOutput file, Path data) {
    places.put(file, data);
  }

  /** Removes a file. */
  void remove(SparkOutput file) {
    places.remove(file);
  }

  /** Removes an application's files. */
  void removeAll(String application) {
    places.keySet().removeIf(file -> file.application().equals(application));
  }

  /** Returns the data file, if it is known. */
  Optional<Path> find(SparkOutput file) {
    return Optional.ofNullable(places.get(file));
  }
}
