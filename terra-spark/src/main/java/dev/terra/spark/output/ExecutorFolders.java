package dev.terra.spark.output;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.spark.network.shuffle.ExecutorDiskUtils;

/**
 * The folders in which one executor of this node writes its shuffle files.
 *
 * @param application the executor's application
 * @param executor its number
 * @param localDirectories the local directories of its block manager
 * @param subDirectories the number of subdirectories of each of them
 */
public record ExecutorFolders(String application, int executor, List<Path> localDirectories, int subDirectories) {
  /** The most directories of one executor, since an executor can name any number; a node has fewer disks. */
  private static final int MOST_DIRECTORIES = 64;

  /** Copies the list. */
  public ExecutorFolders {
    Objects.requireNonNull(application, "application");
    localDirectories = List.copyOf(localDirectories.subList(0, Math.min(MOST_DIRECTORIES, localDirectories.size())));
  }

  /** Returns the path of a file, which depends on a hash of its name. */
  Path file(String name) {
    String[] directories = localDirectories.stream().map(Path::toString).toArray(String[]::new);
    return Path.of(ExecutorDiskUtils.getFilePath(directories, subDirectories, name));
  }

  /** Returns the executor's user according to YARN's layout of folders: {@code usercache/USER/appcache/...}; otherwise {@code spark}. */
  public String user() {
    for (Path directory : localDirectories) {
      for (int i = 0; i + 1 < directory.getNameCount(); i++) {
        if (directory.getName(i).toString().equals("usercache")) {
          return directory.getName(i + 1).toString();
        }
      }
    }
    return "spark";
  }
}
