package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.api.v1.PipeNews;
import dev.terra.core.latency.ArrivedMark;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Optional;

/** The operations of an open line. They may be used from any thread. */
interface LineEnd {
  /** Orders a pipe from the neighbour. The returned future completes on the line's loop. */
  Future<PipeNumber> request(PipeOrder order);

  /** Reports to the other end what has become of a pipe. */
  void tell(PipeNumber number, PipeNews.State state, String reason);

  /** Returns the address of the line's other end. */
  InetSocketAddress remoteAddress();

  /** Returns whether a probe has been answered, so that the line's usual round trip is known. */
  boolean isMeasured();

  /** Returns the round trip of the last probe in nanoseconds; 0 if none has been answered. */
  long rttNanos();

  /** Returns the least of the recent round trips of probes, in nanoseconds. */
  long leastRttNanos();

  /**
   * Returns the mark with which the line's first packet was sent and arrived. It is present if the line was opened here and the neighbour
   * has reported the mark.
   */
  Optional<ArrivedMark> mark();

  /** Closes the line. */
  void close(String why);
}
