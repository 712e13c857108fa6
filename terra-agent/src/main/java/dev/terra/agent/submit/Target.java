package dev.terra.agent.submit;

import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a transfer's bytes go, in order: checked against what they were made from where that is known, and put into a file where
 * one is named. A file has its name only once it is whole and on disk. It is made, named and
 * removed in the folder that was opened at first, whatever the folder's path leads to meanwhile. On the thread of the files.
 */
final class Target {
  private static final Logger log = LoggerFactory.getLogger(Target.class);

  /** A file that is being written, under another name until it is whole. */
  private record Unfinished(OpenFolder folder, Path whole, Path file, FileChannel channel) {}

  private final Transfer transfer;
  private final UnfinishedFiles names;
  private final @Nullable Unfinished unfinished;
  private long written;

  private Target(Transfer transfer, UnfinishedFiles names, @Nullable Unfinished unfinished) {
    this.transfer = transfer;
    this.names = names;
    this.unfinished = unfinished;
  }

  /**
   * Opens the target of a transfer.
   *
   * @throws IOException if it cannot be written, or belongs to another transfer
   */
  static Target open(ShuffleId shuffle, Transfer transfer, TargetClaims claims, UnfinishedFiles names) throws IOException {
    if (transfer.getToFile().isEmpty()) {
      return new Target(transfer, names, null);
    }
    Path whole = claims.claim(shuffle, transfer);
    OpenFolder folder = claims.folderOf(whole);
    try {
      Path file = names.beside(whole);
      return new Target(transfer, names, new Unfinished(folder, whole, file, folder.create(file.getFileName())));
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
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
    if (unfinished != null) {
      ByteBuffer buffer = ByteBuffer.wrap(data);
      while (buffer.hasRemaining()) {
        unfinished.channel.write(buffer);
      }
    }
    written += data.length;
  }

  /** All bytes are there: the file gets its name, once they are on disk. */
  void finish() throws IOException {
    Unfinished part = unfinished;
    if (part != null) {
      part.channel.force(true);
      part.channel.close();
      part.folder.rename(part.file.getFileName(), part.whole.getFileName());
      names.forget(part.file);
      part.folder.force();
      part.folder.close();
    }
  }

  /** Leaves nothing. */
  void abandon() throws IOException {
    Unfinished part = unfinished;
    if (part != null) {
      try (OpenFolder folder = part.folder) {
        part.channel.close();
        folder.delete(part.file.getFileName());
      } catch (NoSuchFileException e) {
        log.debug("{} is gone already", part.file);
      }
      names.forget(part.file);
    }
  }
}
