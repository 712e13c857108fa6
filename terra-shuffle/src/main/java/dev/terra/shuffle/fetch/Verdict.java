package dev.terra.shuffle.fetch;

import dev.terra.node.offer.RemoteFetch;
import dev.terra.node.output.NodeShuffle;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.InetAddress;

/** What to do with a request. */
public sealed interface Verdict {
  /** The stock handler answers; a client that already has a prefix of the response may skip it. */
  record Pass(TrafficClass traffic, long skipBytes) implements Verdict {
    /** A pass without a prefix to skip. */
    public static Pass as(TrafficClass traffic) {
      return new Pass(traffic, 0);
    }
  }

  /** The stock handler answers a client that has been sent back, under the URI that the client signed. */
  record Serve(String uri) implements Verdict {}

  /** Ask the agent whether Terra carries it to the client. */
  record Ask(ShuffleRequest request, RemoteFetch fetch, InetAddress client) implements Verdict {}

  /**
   * Answer with bytes that come through the agent or from the origin.
   *
   * @param shuffle what agents call the shuffle
   */
  record RelayTo(RelayTarget target, ShuffleRequest request, NodeShuffle shuffle, Proof proof) implements Verdict {}

  /** Hadoop's hashes of a request and of its answer. */
  record Proof(String urlHash, String replyHash) {}

  /**
   * Send a proven redirected client back to its origin, which serves it directly, as it does with all clients that come a
   * second time. Unlike the wish to come back later it counts as a failed fetch with no engine.
   */
  record SendBack(RelayTarget target, String reason) implements Verdict {}

  /** Answer with an error. */
  record Refuse(HttpResponseStatus status, String reason) implements Verdict {
    /** The proof is missing or wrong. */
    public static Refuse unauthorized(String reason) {
      return new Refuse(HttpResponseStatus.UNAUTHORIZED, reason);
    }

    /** A rule forbids it: readers log the reason, which is the phrase of the status. */
    public static Refuse forbidden(String reason) {
      return new Refuse(new HttpResponseStatus(HttpResponseStatus.FORBIDDEN.code(), reason), reason);
    }
  }
}
