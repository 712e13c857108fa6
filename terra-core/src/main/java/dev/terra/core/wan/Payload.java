package dev.terra.core.wan;

/** What is left for data of a link's capacity: capacities are IP bytes, and packets have headers. */
public final class Payload {
  /** Share of a full packet's IP bytes that are data, of TCP with time stamps. */
  public static final double SHARE = 1448.0 / 1500;
  /** Share of a capacity that is planned unless configured otherwise: somewhat less, so that queues stay short. */
  public static final double PLANNED_SHARE = 0.955;

  private Payload() {}

  /** A WAN whose links and caps are a share of what they are, above 0 and at most 1. */
  public static Wan of(Wan wan, double share) {
    return wan.times(share);
  }
}
