package dev.terra.lab.security;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.lab.security.HostileClient.Answer;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;

/** A reader that reads what it may: as the node of B, for a reader of the job, from A. */
final class HonestReader {
  private final SecurityBed bed;

  HonestReader(SecurityBed bed) {
    this.bed = bed;
  }

  /** The bytes that it received, and the time that this took. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Reading(byte[] body, int first, int count, long bytes, double seconds) {
    /** Returns whether the bytes are A's. */
    boolean holds() {
      return bytes == (long) count * BedNode.PART_BYTES && BedOutput.isEndOf(body, first, count);
    }
  }

  /** Reads some partitions, which have not been read before. */
  Reading read(int first, int count) throws IOException {
    long start = System.nanoTime();
    byte[] request = bed.node("B").prove(BedNode.fetch(SecurityBed.nodeIp("A"), first, count)).toByteArray();
    try (Socket socket = HostileClient.connect(SecurityBed.nodeIp("B"), bed.fetches("B"),
        Optional.of(Papers.context(Optional.of(bed.papers().of(PeerIdentity.node("B"))))))) {
      Answer answer = HostileClient.ask(socket, "POST /v1/fetch HTTP/1.1", request);
      if (answer.status() != 200) {
        throw new IOException("an honest fetch was refused: " + answer.words());
      }
      long head = answer.body().length - (long) count * BedNode.PART_BYTES;
      return new Reading(answer.body(), first, count, answer.body().length - Math.min(head, 64), (System.nanoTime() - start) / 1e9);
    }
  }
}
