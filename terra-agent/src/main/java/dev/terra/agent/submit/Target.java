package dev.terra.agent.submit;

import dev.terra.api.v1.Transfer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * Where a transfer's bytes go, in order: checked against what they were made from where that is known, and put into a file where
 * one is named. A file has its name only once it is whole. On the thread of the files.
 */
final class Target {
  private static final String UNFINISHED = ".terra-part";

  private final Transfer transfer;
  private final Optional<Path> file;
  private final Optional<FileChannel> channel;
  private long written;

  private Target(Transfer transfer, Optional<Path> file, Optional<FileChannel> channel) {
    this.transfer = transfer;
    this.file = file;
    this.channel = channel;
  }

  /**
   * Opens the target of a transfer.
   *
   * @throws IOException if it cannot be written
   */
  static Target open(Transfer transfer, Folders folders) throws IOException {
    if (transfer.getToFile().isEmpty()) {
      return new Target(transfer, Optional.empty(), Optional.empty());
    }
    Path file = folders.target(transfer.getToFile());
    FileChannel channel = FileChannel.open(unfinished(file), StandardOpenOption.CREATE, StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
    return new Target(transfer, Optional.of(file), Optional.of(channel));
  }

  private static Path unfinished(Path file) {
    return file.resolveSibling(file.getFileName() + UNFINISHED);
  }

  long left() {
    return transfer.getBytes() - written;
  }

  void write(byte[] data) throws IOException {
    if (transfer.hasGenerated()) {
      byte[] expected = GeneratedBytes.of(transfer.getGenerated().getSeed(), written, data.length);
      int wrong = Arrays.mismatch(expected, data);
      if (wrong >= 0) {
        throw new IOException("the byte at " + (written + wrong) + " is not what was generated");
      }
    }
    if (channel.isPresent()) {
      ByteBuffer buffer = ByteBuffer.wrap(data);
      while (buffer.hasRemaining()) {
        channel.get().write(buffer);
      }
    }
    written += data.length;
  }

  /** All bytes are there: the file gets its name. */
  void finish() throws IOException {
    if (channel.isPresent()) {
      channel.get().close();
      Path whole = file.orElseThrow();
      Files.move(unfinished(whole), whole, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Leaves nothing. */
  void abandon() throws IOException {
    if (channel.isPresent()) {
      channel.get().close();
      Files.deleteIfExists(unfinished(file.orElseThrow()));
    }
  }
}
