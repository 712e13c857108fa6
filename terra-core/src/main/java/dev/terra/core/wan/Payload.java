package dev.terra.core.wan;

/** What is left for data of a link's capacity: capacities are IP bytes, and packets have headers. */
public final class Payload {
  /** Share of a full packet's IP bytes that are data, of TCP with time stamps. */
  public static final double SHARE = 1448.0 / 1500;
  /**
   * Share of what a byte of data costs that is for the data: full packets with their headers, and an acknowledgement of 52 bytes in the
   * other direction for every second packet, at the price of the direction of the data.
   */
  public static final double PRICED_SHARE = 1448.0 / (1500 + 52 / 2.0);
  /** Share of a capacity that is planned unless configured otherwise: somewhat less, so that queues stay short. */
  public static final double PLANNED_SHARE = 0.955;

  private Payload() {}
}
