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
 * <p>Where several agents share a site, slice s listens 64 s higher, and of n slices it opens from every n-th of those ports, from k = s.
 *
 * @param first the port of label 0 where tunnels are accepted
 */
public record TunnelPorts(int first) {
  /** Labels, and so paths between two sites at a time. */
  public static final int LABELS = 64;
  /** How many bits a label has. */
  static final int LABEL_BITS = Integer.numberOfTrailingZeros(LABELS);
  /** The bits of a port that are its label. */
  public static final int LABEL_MASK = LABELS - 1;
  /** Where tunnels are accepted unless it is said otherwise. */
  public static final int DEFAULT_FIRST = 7296;
  /** Below the ports that Linux gives to connections by itself (32768 and above), above those of most services. */
  public static final int SOURCE_FIRST = 20_480;
  /** Eight lanes, and as many again for each that closes: a closed connection's port rests for a minute. */
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

  /** Where the far end of a tunnel with a label listens. */
  public int listening(int label) {
    return first + label;
  }

  /** The first port from which a tunnel with a label may be opened; the others are each {@link #LABELS} higher. */
  public static int firstSource(int label) {
    return SOURCE_FIRST + label;
  }
}
