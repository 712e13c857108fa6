package dev.terra.shuffle.fetch;

import dev.terra.api.v1.FetchDecision;
import dev.terra.node.offer.OfferDesk.Answer;
import dev.terra.shuffle.fetch.Verdict.Ask;
import dev.terra.shuffle.tls.ShuffleTls;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import javax.crypto.SecretKey;
import org.jspecify.annotations.Nullable;

/** Makes redirects to the handlers on readers' own nodes. Its methods do not block. It is thread-safe. */
public final class Redirects {
  /**
   * How long a redirect is valid. Readers follow at once; the rest is for clocks that differ. If clocks differ by more, redirects lead back
   * to their origin.
   */
  private static final Duration LIFETIME = Duration.ofMinutes(5);
  /**
   * The most characters of a redirected URI. Hadoop's server accepts request lines of 4,096 bytes; the rest is for the method and the
   * version.
   */
  private static final int MAX_URI_CHARACTERS = 4_096 - 32;

  private final int shufflePort;
  private final JobDirectory jobs;
  private final InstantSource clock;
  private final @Nullable ShuffleTls tls;

  /** Makes redirects of the handler at a port; {@code tls} is given where the shuffle is encrypted. */
  public Redirects(int shufflePort, JobDirectory jobs, InstantSource clock, @Nullable ShuffleTls tls) {
    this.shufflePort = shufflePort;
    this.jobs = jobs;
    this.clock = clock;
    this.tls = tls;
  }

  /**
   * Returns the response that sends a client to the node that an agent decided on. It is empty where this is impossible: the decision makes
   * no sense, the job is over, or one of the two nodes encrypts and the other does not.
   */
  public Optional<FullHttpResponse> answer(FullHttpRequest http, InetAddress local, Ask ask, Answer answer) {
    FetchDecision decision = answer.decision();
    Optional<ShuffleAddress> reader = ShuffleAddress.of(ask.client(), decision.getShufflePort(), decision.getShuffleName());
    Optional<ShuffleAddress> origin = origin(http, local);
    Optional<SecretKey> key = jobs.key(ask.request().job());
    boolean readable = decision.getReader() == 0 || (decision.getReader() > 0 && answer.broadcast());
    if (key.isEmpty() || origin.isEmpty() || !readable || reader.filter(node -> node.name().isPresent() == (tls != null)).isEmpty()) {
      return Optional.empty();
    }
    RelayTarget target = RelayTarget.of(ask.request(), answer.partitions(), decision.getReader(), origin.get())
        .signed(reader.get().identity(), clock.instant().plus(LIFETIME), key.get());
    return target.redirectedUri().length() > MAX_URI_CHARACTERS ? Optional.empty() : Optional.of(Responses.redirect(reader.get(), target));
  }

  /** Returns this node; in an encrypted shuffle, with the name under which the client has just verified the node's certificate. */
  private Optional<ShuffleAddress> origin(FullHttpRequest http, InetAddress local) {
    String host = http.headers().get(HttpHeaderNames.HOST, "");
    Optional<String> name = tls == null ? Optional.empty() : ShuffleAddress.nameOf(host, shufflePort);
    return Optional.of(new ShuffleAddress(local, shufflePort, name)).filter(origin -> name.isPresent() == (tls != null));
  }
}
