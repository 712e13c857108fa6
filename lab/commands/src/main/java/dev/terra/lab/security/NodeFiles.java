package dev.terra.lab.security;

import dev.terra.node.disk.UserFiles;
import java.io.IOException;
import java.nio.file.Path;

/** A process that reads users' files as shuffle services do, with a small heap. Each argument is the file of another user. */
public final class NodeFiles {
  /** The most bytes of an index, as with Spark's service. */
  static final long MOST_BYTES = 16L << 20;

  private NodeFiles() {}

  /** Prints for each file a line with its number of bytes, or why it is not read. */
  public static void main(String[] paths) {
    try (UserFiles files = new UserFiles((file, user) -> UserFiles.openAnyones(file))) {
      for (String path : paths) {
        System.out.println(read(files, Path.of(path)));
      }
      System.out.println(UserFiles.names(Path.of(paths[0]).getParent().toFile()).size() + " names");
    }
    System.exit(0); // even if a file's opening hangs
  }

  private static String read(UserFiles files, Path path) {
    try {
      return files.read(path, path.getFileName().toString(), MOST_BYTES).remaining() + " bytes";
    } catch (IOException e) {
      return "refused: " + e.getMessage();
    }
  }
}
