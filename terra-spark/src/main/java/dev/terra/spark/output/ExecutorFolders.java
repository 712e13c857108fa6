package dev.terra.spark.output;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.spark.network.shuffle.ExecutorDiskUtils;

/**
 * Where one executor of this node writes its shuffle files.
 *
 * @param application whose executor it is
 * @param executor its number
 * @param localDirectories its block manager's
 * @param subDirectories how many each of them has
 */
public record ExecutorFolders(String application, int executor, List<Path> localDirectories, int subDirectories) {
  /** A node has fewer disks; an executor names what it likes. */
  private static final int MOST_DIRECTORIES = 64;

  /** Copies the list. */
  public ExecutorFolders {
    Objects.requireNonNull(application, "application");
    localDirectories = List.copyOf(localDirectories.subList(0, Math.min(MOST_DIRECTORIES, localDirectories.size())));
  }

  /** Where the executor puts a file of a name, by a hash of it. */
  Path file(String name) {
    String[] directories = localDirectories.stream().map(Path::toString).toArray(String[]::new);
    return Path.of(ExecutorDiskUtils.getFilePath(directories, subDirectories, name));
  }

  /** The user whose executor it is, as YARN lays out folders: {@code usercache/USER/appcache/...}; else {@code spark}. */
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
