package dev.terra.shuffle.fetch;

import dev.terra.shuffle.output.ActiveJob;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.OptionalLong;

/** What to do with a request. */
public sealed interface Verdict {
  /** The stock handler answers; a client that already has a prefix of the response may skip it. */
  record Pass(TrafficClass traffic, long skipBytes) implements Verdict {
    /** Without a prefix to skip. */
    public static Pass as(TrafficClass traffic) {
      return new Pass(traffic, 0);
    }
  }

  /** Ask the agent whether Terra carries it. */
  record Ask(ShuffleRequest request, ActiveJob job, String clientIp) implements Verdict {}

  /** Answer with bytes that come through the agent or from the origin. */
  record RelayTo(RelayTarget target, ShuffleRequest request, String urlHash, String replyHash) implements Verdict {}

  /** Answer with an error, or with the wish to come back later. */
  record Refuse(HttpResponseStatus status, String reason, OptionalLong retryAfterMillis) implements Verdict {
    /** The proof is missing or wrong. */
    public static Refuse unauthorized(String reason) {
      return new Refuse(HttpResponseStatus.UNAUTHORIZED, reason, OptionalLong.empty());
    }

    /** MapReduce's reducers come back to the origin after that time and count no failed fetch. */
    public static Refuse later(String reason) {
      return new Refuse(HttpResponseStatus.TOO_MANY_REQUESTS, reason, OptionalLong.of(1_000));
    }
  }
}
