package dev.terra.reproduce.aequitas;

import static com.google.common.base.Preconditions.checkArgument;

import org.jspecify.annotations.Nullable;

/**
 * The transport of a host: packets of one size, and a window that follows the delay, as Swift does.
 *
 * @param packetBytes the largest packet with its header
 * @param headerBytes the header, which is also all of an acknowledgement
 * @param window the window; null if all packets are sent immediately
 */
public record Transport(int packetBytes, int headerBytes, @Nullable Window window) {
  /** Checks the ranges. */
  public Transport {
    checkArgument(headerBytes > 0 && packetBytes > headerBytes, "mtu: expected more than %s, got %s", headerBytes, packetBytes);
  }

  /** Returns the most payload of a packet. */
  public int payload() {
    return packetBytes - headerBytes;
  }

  /** Returns the number of packets of a request. */
  public long packets(long bytes) {
    return (bytes + payload() - 1) / payload();
  }

  /**
   * A window in packets.
   *
   * @param first at the beginning
   * @param most at most
   * @param targetPicos the delay that it aims at
   * @param timeoutPicos after which unacknowledged packets are sent again
   */
  public record Window(int first, int most, long targetPicos, long timeoutPicos) {
    /** Checks the ranges. */
    public Window {
      checkArgument(first >= 1 && most >= first, "window: expected 1 <= %s <= %s", first, most);
      checkArgument(targetPicos > 0 && timeoutPicos > 0, "window: expected a target and a timeout above 0");
    }
  }
}
