package dev.terra.network.rules;

/**
 * The queues of switches' ports to which tunnels' packets go.
 *
 * @param mark the DSCP of interactive packets, 0 to 63: acknowledgements and all other packets to a tunnel's opener
 * @param interactive the number of their queue, 0 to {@link #MOST}
 * @param bulk the number of the queue of all other packets of tunnels, 0 to {@link #MOST}
 */
public record ClassQueues(int mark, int interactive, int bulk) {
  /** The largest number of a queue. Switches have some eight queues at a port. */
  public static final int MOST = 255;
}
