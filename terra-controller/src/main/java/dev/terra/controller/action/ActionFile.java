package dev.terra.controller.action;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Stores the actions of a controller without standbys in a file. The file is replaced as a whole, so it always holds a whole text. */
public final class ActionFile implements ActionStore {
  private final Path file;

  /** Creates a store in a file. The file's folder is created when needed. */
  public ActionFile(Path file) {
    this.file = file;
  }

  @Override
  public Optional<String> read() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException(file + " has more than " + MOST_BYTES + " bytes: no controller wrote it");
    }
    return Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
  }

  @Override
  public void write(String text) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel = FileChannel.open(
        next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
