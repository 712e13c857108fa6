package dev.terra.agent.submit;

import dev.terra.api.v1.Transfer;
import dev.terra.core.shuffle.ShuffleId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The transfers that write files at this site. A file belongs to one transfer at a time, from the submission to the end of its shuffle, so
 * that two shuffles never mix their bytes. An instance is used on the thread of the files only.
 */
final class TargetClaims {
  private record Claim(ShuffleId shuffle, int transfer) {}

  private final Folders folders;
  private final Map<Path, Claim> claims = new HashMap<>();

  TargetClaims(Folders folders) {
    this.folders = folders;
  }

  /**
   * Claims the file of a transfer. A second claim by the same transfer changes nothing.
   *
   * @throws IOException if the file may not be written, or belongs to another transfer
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

  /** Releases the files of a shuffle that is over. */
  void release(ShuffleId shuffle) {
    claims.values().removeIf(claim -> claim.shuffle.equals(shuffle));
  }
}
