package dev.terra.shuffle.fetch;

import dev.terra.node.offer.RemoteFetch;
import dev.terra.node.output.NodeShuffle;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.net.InetAddress;

/** What to do with a request. */
public sealed interface Verdict {
  /** The stock handler responds. A client that already has a prefix of the response may skip it. */
  record Pass(TrafficClass traffic, long skipBytes) implements Verdict {
    /** A pass without a prefix to skip. */
    public static Pass as(TrafficClass traffic) {
      return new Pass(traffic, 0);
    }
  }

  /** The stock handler responds to a client that has been sent back, under the URI that the client signed. */
  record Serve(String uri) implements Verdict {}

  /** The agent decides whether Terra carries the fetch to the client. */
  record Ask(ShuffleRequest request, RemoteFetch fetch, InetAddress client) implements Verdict {}

  /**
   * The response has the bytes that arrive through the agent or from the origin.
   *
   * @param shuffle the name of the shuffle between agents
   */
  record RelayTo(RelayTarget target, ShuffleRequest request, NodeShuffle shuffle, Proof proof) implements Verdict {}

  /** Hadoop's hashes of a request and of the response to it. */
  record Proof(String urlHash, String replyHash) {}

  /**
   * A redirected client whose hash is right is sent back to its origin, which serves it directly, as it serves all clients that come a
   * second time. No engine counts this as a failed fetch, unlike a response that delays the client.
   */
  record SendBack(RelayTarget target, String reason) implements Verdict {}

  /** The response is an error. */
  record Refuse(HttpResponseStatus status, String reason) implements Verdict {
    /** Returns the refusal of a request whose proof is missing or wrong. */
    public static Refuse unauthorized(String reason) {
      return new Refuse(HttpResponseStatus.UNAUTHORIZED, reason);
    }

    /** Returns the refusal of a request that a rule forbids. Readers log the reason, which is the phrase of the status. */
    public static Refuse forbidden(String reason) {
      return new Refuse(new HttpResponseStatus(HttpResponseStatus.FORBIDDEN.code(), reason), reason);
    }
  }
}
