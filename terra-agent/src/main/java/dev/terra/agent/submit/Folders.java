package dev.terra.agent.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/**
 * The folders below which submitted shuffles may read and write files here. A job master could otherwise have the agent read or
 * overwrite whatever its user may. Links are followed before the comparison; what is opened after it is opened without any.
 */
public final class Folders {
  private final List<Path> allowed;

  /** Only files below these; none allows no file. */
  public Folders(List<Path> allowed) {
    this.allowed = List.copyOf(allowed);
  }

  /**
   * The file behind a path that exists.
   *
   * @throws IOException if there is none, or it may not be used
   */
  Path existing(String path) throws IOException {
    Path file = absolute(path);
    if (!Files.isRegularFile(file)) {
      throw new IOException(path + " is no file");
    }
    return check(path, file.toRealPath());
  }

  /**
   * A path at which a file may be written; its folder has to exist.
   *
   * @throws IOException if it may not
   */
  Path target(String path) throws IOException {
    Path file = absolute(path);
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException("there is no folder " + folder);
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(path + " is there and is no file");
    }
    return check(path, folder.toRealPath().resolve(file.getFileName()));
  }

  private static Path absolute(String path) throws IOException {
    Path file;
    try {
      file = Path.of(path);
    } catch (InvalidPathException e) {
      throw new IOException("no path: " + e.getReason() + " in '" + path.replace('\0', '?') + "'", e);
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

  /** The folder of these that a path without links is below. */
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
   * Opens the folder of a file that {@link #existing} or {@link #target} gave: its path may have become another one since, so it is gone
   * name by name from the allowed folder on, and no link is followed.
   *
   * @throws IOException if it is not there any more, or a link is on the way
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
