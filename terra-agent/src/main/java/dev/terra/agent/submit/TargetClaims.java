package dev.terra.agent.submit;

import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Which transfer of which shuffle writes which file here. A file has one writer at a time, from the submission to the end of its
 * shuffle, so that two shuffles never mix their bytes. On the thread of the files.
 */
final class TargetClaims {
  private record Claim(ShuffleId shuffle, int transfer) {}

  private final Folders folders;
  private final Map<Path, Claim> claims = new HashMap<>();

  TargetClaims(Folders folders) {
    this.folders = folders;
  }

  /**
   * Claims the file of a transfer; again by the same transfer is the same claim.
   *
   * @throws IOException if it may not be written, or another transfer has it
   */
  Path claim(ShuffleId shuffle, Transfer transfer) throws IOException {
    Path file = folders.target(transfer.getToFile());
    Claim claim = new Claim(shuffle, transfer.getNumber());
    Claim holder = claims.putIfAbsent(file, claim);
    if (holder != null && !holder.equals(claim)) {
      throw new IOException(file + " is the target of transfer " + holder.transfer + " of shuffle " + holder.shuffle
          + ", which is under way; cancel that shuffle or wait for its end");
    }
    return file;
  }

  /** Opens the folder of a claimed file. */
  OpenFolder folderOf(Path file) throws IOException {
    return folders.folderOf(file);
  }

  /** A shuffle is over: its files are free. */
  void release(ShuffleId shuffle) {
    claims.values().removeIf(claim -> claim.shuffle.equals(shuffle));
  }
}
