package dev.terra.agent.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * The folders below which submitted shuffles may read and write files at this site. Without this limit, a job master could have the agent
 * read or overwrite whatever the agent's user may. Links are followed before a path is checked; after the check, no link is followed.
 */
public final class Folders {
  private final List<Path> allowed;

  /** Allows files below these folders only. An empty list allows no file. */
  public Folders(List<Path> allowed) {
    this.allowed = List.copyOf(allowed);
  }

  /**
   * Returns the file, by its path without links, behind a path that exists.
   *
   * @throws IOException if there is no file, or it may not be used
   */
  Path existing(String path) throws IOException {
    Path file = absolute(path);
    if (!Files.isRegularFile(file)) {
      throw new IOException(path + " is not a file");
    }
    return check(path, file.toRealPath());
  }

  /**
   * Returns the path, without links, of a file that may be written. The file's folder has to exist.
   *
   * @throws IOException if the file may not be written
   */
  Path target(String path) throws IOException {
    Path file = absolute(path);
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException("there is no folder " + folder);
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(path + " exists and is not a file");
    }
    return check(path, folder.toRealPath().resolve(file.getFileName()));
  }

  private static Path absolute(String path) throws IOException {
    Path file;
    try {
      file = Path.of(path);
    } catch (InvalidPathException e) {
      throw new IOException("not a path: " + e.getReason() + " in '" + path.replace('\0', '?') + "'", e);
    }
    if (!file.isAbsolute() || !file.equals(file.normalize())) {
      throw new IOException("expected an absolute path without '..', got " + path);
    }
    return file;
  }

  private Path check(String path, Path real) throws IOException {
    top(path, real);
    return real;
  }

  /** Returns the allowed folder that contains a path without links. */
  private Path top(String path, Path real) throws IOException {
    for (Path folder : allowed) {
      if (Files.isDirectory(folder)) {
        Path top = folder.toRealPath();
        if (real.startsWith(top)) {
          return top;
        }
      }
    }
    throw new IOException(path + " is in none of this agent's submitFolders " + allowed);
  }

  /**
   * Opens the folder of a file that {@link #existing} or {@link #target} returned. The path may lead elsewhere by then. Therefore the
   * folder is opened name by name from the allowed folder on, and no link is followed.
   *
   * @throws IOException if the folder does not exist any more, or a link is on the way
   */
  OpenFolder folderOf(Path real) throws IOException {
    Path top = top(real.toString(), real);
    Path folder = real.getParent();
    try {
      return OpenFolder.below(top, top.relativize(folder));
    } catch (IOException e) {
      throw new IOException(folder + " cannot be opened, or was replaced by a link meanwhile: " + e.getMessage(), e);
    }
  }
}
