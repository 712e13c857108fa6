package dev.terra.core.latency;

/**
 * The mark (DSCP) of a packet as it was sent and as it arrived.
 *
 * @param sent the DSCP with which a packet was sent, 0 to 63
 * @param arrived the DSCP with which it arrived
 */
public record ArrivedMark(int sent, int arrived) {
  /** Returns whether the mark arrived as it was sent. */
  public boolean isKept() {
    return sent == arrived;
  }

  @Override
  public String toString() {
    return "DSCP " + sent + (isKept() ? " arrives" : " arrives as " + arrived);
  }
}
