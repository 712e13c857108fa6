package dev.terra.reproduce.event;

/** A packet that a {@link Port} sends: it has a class, a size, and a finish tag in its queue. */
public abstract class Packet implements Event {
  private final int bytes;
  private final int queue;
  private double finish;

  /**
   * Makes a packet.
   *
   * @param bytes its size with headers, above 0
   * @param queue the number of its class's queue, from 0
   */
  protected Packet(int bytes, int queue) {
    this.bytes = bytes;
    this.queue = queue;
  }

  /** Returns its size with headers. */
  public final int bytes() {
    return bytes;
  }

  /** Returns the number of its class's queue. */
  public final int queue() {
    return queue;
  }

  final double finish() {
    return finish;
  }

  final void finishAt(double tag) {
    finish = tag;
  }

  /** Is called when the packet has left a port and crossed its line. */
  @Override
  public abstract void happen();
}
