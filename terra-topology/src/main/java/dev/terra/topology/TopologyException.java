package dev.terra.topology;

import java.nio.file.Path;

/** A topology file that cannot be used. The message names the file, the line and what was expected. */
public final class TopologyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A problem at a line of a file; line 0 stands for the file as a whole. */
  public TopologyException(Path file, int line, String problem) {
    super(file + (line > 0 ? ":" + line : "") + ": " + problem);
  }
}
