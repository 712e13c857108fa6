package dev.terra.core.wan;

/** The shares of a link's capacity that remain for data. Capacities count IP bytes, which include the headers of packets. */
public final class Payload {
  /** The share of a full packet's IP bytes that are data, with TCP and its time stamps. */
  public static final double SHARE = 1448.0 / 1500;
  /**
   * The share of the bytes to pay that are data. It counts full packets with their headers, and an acknowledgement of 52 bytes in the other
   * direction for every second packet. Acknowledgements are counted at the price of the direction of the data.
   */
  public static final double PRICED_SHARE = 1448.0 / (1500 + 52 / 2.0);
  /**
   * The share of a capacity that schedules use unless configured otherwise. It is somewhat less than {@link #SHARE}, so that queues stay
   * short.
   */
  public static final double PLANNED_SHARE = 0.955;

  private Payload() {}
}
