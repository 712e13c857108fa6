package dev.terra.agent.tunnel;

import dev.terra.agent.pipe.PipeNumber;
import dev.terra.agent.pipe.PipeOrder;
import dev.terra.api.v1.PipeNews;
import dev.terra.core.latency.ArrivedMark;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Optional;

/** What can be done by a line that stands. May be used from any thread. */
interface LineEnd {
  /** Orders a pipe from the neighbour; the answer comes on the line's loop. */
  Future<PipeNumber> request(PipeOrder order);

  /** Tells the other end what has become of a pipe. */
  void tell(PipeNumber number, PipeNews.State state, String reason);

  /** What is at its other end. */
  InetSocketAddress remoteAddress();

  /** Whether a probe was answered, so that it is known what silence is. */
  boolean isMeasured();

  /** What its last probe took, in nanoseconds; 0: none was answered yet. */
  long rttNanos();

  /** The least of what its probes took of late. */
  long leastRttNanos();

  /** What became of its mark, if it was opened here and the neighbour has said so. */
  Optional<ArrivedMark> mark();

  /** Ends it. */
  void close(String why);
}
