package dev.terra.core.latency;

import static com.google.common.base.Preconditions.checkArgument;

/**
 * The differentiated services codepoint (DSCP, RFC 2474) with which the packets of each class are sent: three different numbers, 0 to 63. A
 * network that keeps classes chooses a packet's queue by this mark.
 */
public record ClassMarks(int interactive, int normal, int bulk) {
  /** The usual marks: AF21 (RFC 2597) above unmarked packets, and LE (RFC 8622) below them. */
  public static final ClassMarks USUAL = new ClassMarks(18, 0, 1);

  private static final int MOST = 63;
  /** The two low bits of the IP header's field are those of explicit congestion notification. */
  private static final int ECN_BITS = 2;

  /** Checks the ranges, and that the marks differ. */
  public ClassMarks {
    checkRange("interactive", interactive);
    checkRange("normal", normal);
    checkRange("bulk", bulk);
    checkArgument(interactive != normal && normal != bulk && interactive != bulk,
        "expected three different marks, got interactive %s, normal %s, bulk %s", interactive, normal, bulk);
  }

  /** Returns whether a number can be a mark. */
  public static boolean isOne(int mark) {
    return mark >= 0 && mark <= MOST;
  }

  private static void checkRange(String name, int mark) {
    checkArgument(isOne(mark), "%s: expected a DSCP from 0 to %s, got %s", name, MOST, mark);
  }

  /** Returns the mark of a class. */
  public int of(LatencyClass latencyClass) {
    return switch (latencyClass) {
      case INTERACTIVE -> interactive;
      case NORMAL -> normal;
      case BULK -> bulk;
    };
  }

  /** Returns the value of a socket's option {@code IP_TOS} that marks its packets with a class. */
  public int typeOfService(LatencyClass latencyClass) {
    return of(latencyClass) << ECN_BITS;
  }
}
