package dev.terra.agent.compress;

/** A chunk that goes: how many plain bytes, as how many on the tunnel. */
public record SentChunk(int plainBytes, int wireBytes) {
  boolean isCompressed() {
    return wireBytes < plainBytes;
  }
}
