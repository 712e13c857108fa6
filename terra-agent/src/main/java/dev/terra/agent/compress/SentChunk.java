package dev.terra.agent.compress;

/** The sizes of a chunk that is sent: its plain bytes, and its bytes on the tunnel. */
public record SentChunk(int plainBytes, int wireBytes) {
  boolean isCompressed() {
    return wireBytes < plainBytes;
  }
}
