package dev.terra.network.rules;

/**
 * The TCP ports of tunnels that are routed end to end. A tunnel's label is the low six bits of both its ports:
 *
 * <pre>
 *   far end, listening:  first + label                    first is a multiple of 64
 *   opener:              20480 + 64 k + label             k = 0 ... 127, free: each connection takes one that no other has
 * </pre>
 *
 * <p>Worked example: label 5, first 7296. The far end listens on 7301, the opener uses 20485, 20549, 20613, ...; in each, port mod 64 = 5.
 *
 * <p>If several agents share a site, slice s listens on ports that are 64 s higher. With n slices, it opens from every n-th of the opener's
 * ports, beginning with k = s.
 *
 * @param first the port on which tunnels of label 0 are accepted
 */
public record TunnelPorts(int first) {
  /** The number of labels, which is also the most paths between two sites at a time. */
  public static final int LABELS = 64;
  /** The number of bits of a label. */
  static final int LABEL_BITS = Integer.numberOfTrailingZeros(LABELS);
  /** The bits of a port that are its label. */
  public static final int LABEL_MASK = LABELS - 1;
  /** The usual first port on which tunnels are accepted. */
  public static final int DEFAULT_FIRST = 7296;
  /**
   * The first port from which tunnels are opened. It is below the ports that Linux assigns to connections (32768 and above), and above the
   * ports of most services.
   */
  public static final int SOURCE_FIRST = 20_480;
  /**
   * The number of ports from which a tunnel with a label may be opened. Tunnels have up to eight lanes, a lane that replaces a closed one
   * needs another port, and a closed connection's port cannot be used for a minute.
   */
  public static final int SOURCE_CHOICES = 128;
  private static final int MAX_PORT = 65_535;
  private static final int LEAST_PORT = 1024;

  /** Checks the range. */
  public TunnelPorts {
    if (first < LEAST_PORT || first % LABELS != 0 || first + LABELS - 1 > MAX_PORT
        || (first + LABELS > SOURCE_FIRST && first < SOURCE_FIRST + LABELS * SOURCE_CHOICES)) {
      throw new IllegalArgumentException("expected a multiple of " + LABELS + " from " + LEAST_PORT + " to " + (MAX_PORT + 1 - LABELS)
          + " outside of " + SOURCE_FIRST + " to " + (SOURCE_FIRST + LABELS * SOURCE_CHOICES - 1) + ", got " + first);
    }
  }

  /** Returns the port on which the far end of a tunnel with a label listens. */
  public int listening(int label) {
    return first + label;
  }

  /** Returns the first port from which a tunnel with a label may be opened. Each further one is {@link #LABELS} higher. */
  public static int firstSource(int label) {
    return SOURCE_FIRST + label;
  }
}
