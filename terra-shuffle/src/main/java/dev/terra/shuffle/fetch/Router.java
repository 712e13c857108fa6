package dev.terra.shuffle.fetch;

import dev.terra.node.agent.AgentLinks;
import dev.terra.node.offer.RemoteFetch;
import dev.terra.node.output.ActiveJob;
import dev.terra.node.output.NodeShuffle;
import dev.terra.node.site.SiteMap;
import dev.terra.shuffle.fetch.Verdict.Ask;
import dev.terra.shuffle.fetch.Verdict.Pass;
import dev.terra.shuffle.fetch.Verdict.Proof;
import dev.terra.shuffle.fetch.Verdict.Refuse;
import dev.terra.shuffle.fetch.Verdict.RelayTo;
import dev.terra.shuffle.fetch.Verdict.SendBack;
import dev.terra.shuffle.fetch.Verdict.Serve;
import dev.terra.shuffle.output.MapId;
import dev.terra.shuffle.tls.ShuffleTls;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import javax.crypto.SecretKey;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.jspecify.annotations.Nullable;

/**
 * Decides what to do with a request. Its methods do not block. Requests that are not plainly Terra's go to the stock handler, which does
 * all checks that Hadoop does. A redirected request is Terra's, and is checked here.
 */
public final class Router {
  /**
   * The most characters of a URI. Hadoop's server accepts request lines of 4,096 bytes; the rest is for {@code GET}, the version and the
   * redirect's parameters.
   */
  static final int MAX_URI_CHARACTERS = 4_096 - 256;
  /**
   * A part of the user agent of clients that follow redirects: Java's own HTTP client follows them and keeps headers; Tez's asynchronous
   * client does not.
   */
  private static final String FOLLOWS_REDIRECTS = "Java/";

  private final int shufflePort;
  private final JobDirectory jobs;
  private final AgentLinks agents;
  private final InstantSource clock;
  private final @Nullable ShuffleTls tls;

  /**
   * Makes a router of the requests that arrive at a shuffle port, by the wall clock; {@code tls} is given where the shuffle is encrypted.
   */
  public Router(int shufflePort, JobDirectory jobs, AgentLinks agents, InstantSource clock, @Nullable ShuffleTls tls) {
    this.clock = clock;
    this.tls = tls;
    this.shufflePort = shufflePort;
    this.jobs = jobs;
    this.agents = agents;
  }

  /** Routes one request by its content and by the two addresses of its connection. */
  public Verdict route(FullHttpRequest request, InetAddress local, InetAddress client) {
    if (!HttpMethod.GET.equals(request.method()) || !request.uri().startsWith(ShuffleRequest.PATH)) {
      return Pass.as(TrafficClass.UNKNOWN);
    }
    if (request.headers().contains(TerraHeaders.VIA)) {
      return new Pass(TrafficClass.STOCK, TerraHeaders.skip(request.headers()));
    }
    if (RelayTarget.isRedirected(request.uri())) {
      return routeRedirected(request, local, client);
    }
    Optional<String> sentBack = RelayTarget.sentBack(request.uri());
    if (sentBack.isPresent()) {
      return new Serve(sentBack.get());
    }
    Optional<SiteMap> sites = agents.sites();
    Optional<String> site = sites.flatMap(map -> map.siteOf(client));
    if (site.isEmpty()) {
      return Pass.as(TrafficClass.UNKNOWN);
    }
    return site.get().equals(sites.get().ownSite())
        ? Pass.as(TrafficClass.LOCAL) : routeCrossSite(request, client);
  }

  private Verdict routeCrossSite(FullHttpRequest http, InetAddress client) {
    Optional<ShuffleRequest> parsed = ShuffleRequest.parse(http.uri());
    if (parsed.isEmpty() || !followsRedirects(http) || http.uri().length() > MAX_URI_CHARACTERS) {
      return Pass.as(TrafficClass.BYPASSED);
    }
    ShuffleRequest request = parsed.get();
    Optional<ActiveJob> job = jobs.find(request.job());
    boolean proven = jobs.key(request.job()).filter(key -> isProven(http, shufflePort, request.uri(), key)).isPresent();
    if (job.isEmpty() || !proven) {
      return Pass.as(TrafficClass.UNKNOWN);
    }
    if (!agents.anyHealthy()) {
      return Pass.as(TrafficClass.STOCK);
    }
    return new Ask(request, new RemoteFetch(
        job.get(), request.reduce(), request.maps().stream().map(MapId::output).toList(), client.getHostAddress()), client);
  }

  private Verdict routeRedirected(FullHttpRequest http, InetAddress local, InetAddress client) {
    Optional<RelayTarget> target = RelayTarget.parse(http.uri());
    Optional<ShuffleRequest> request = target.map(RelayTarget::uri).flatMap(ShuffleRequest::parse);
    if (request.isEmpty() || request.get().isDag() != target.get().parts().isPresent() || !isReaderPossible(target.get())
        || target.get().origin().name().isPresent() != (tls != null)) {
      return Refuse.unauthorized("malformed redirect");
    }
    Optional<SecretKey> key = jobs.key(request.get().job());
    if (key.isEmpty()) {
      return Refuse.unauthorized("unknown job");
    }
    if (!target.get().isSignedFor(tls == null ? local.getHostAddress() : tls.name(), key.get())) {
      return Refuse.unauthorized("wrong redirect signature");
    }
    if (!isProven(http, target.get().origin().port(), target.get().uri(), key.get())) {
      return Refuse.unauthorized("wrong hash");
    }
    return notForIt(target.get(), local, client).<Verdict>map(reason -> new SendBack(target.get(), reason))
        .orElseGet(() -> routeProven(http, target.get(), request.get(), key.get()));
  }

  /**
   * Returns why a redirect is not valid for the client that presents it: a redirect is made for a reader on this node, and for a limited
   * time.
   */
  private Optional<String> notForIt(RelayTarget target, InetAddress local, InetAddress client) {
    if (!client.equals(local)) {
      return Optional.of("the redirect was made for a reader at " + local.getHostAddress());
    }
    boolean fresh = clock.instant().getEpochSecond() <= target.untilSeconds();
    return fresh ? Optional.empty() : Optional.of("the redirect has expired");
  }

  /** Returns whether a redirect may have its index of a reader: only readers of broadcasts, which have one partition, have indexes. */
  private static boolean isReaderPossible(RelayTarget target) {
    return target.reader() == 0 || target.parts().equals(OptionalInt.of(1));
  }

  /** Routes a request whose hash is right. A holder of a job's token can sign any origin, so only nodes of known sites are contacted. */
  private Verdict routeProven(FullHttpRequest http, RelayTarget target, ShuffleRequest request, SecretKey key) {
    Optional<SiteMap> sites = agents.sites();
    if (sites.isEmpty()) {
      return new SendBack(target, "no agent has sent the list of sites yet");
    }
    if (sites.get().siteOf(target.origin().ip()).isEmpty()) {
      return Refuse.unauthorized("the origin is in no known site");
    }
    String urlHash = http.headers().get(SecureShuffleUtils.HTTP_HEADER_URL_HASH);
    NodeShuffle shuffle = request.shuffle(target.parts().orElse(0));
    return new RelayTo(target, request, shuffle, new Proof(urlHash, Signatures.replyHash(urlHash, key)));
  }

  private static boolean followsRedirects(FullHttpRequest request) {
    String agent = request.headers().get(HttpHeaderNames.USER_AGENT);
    return agent != null && agent.contains(FOLLOWS_REDIRECTS);
  }

  private static boolean isProven(FullHttpRequest request, int port, String uri, SecretKey key) {
    return Signatures.isUrlHashValid(request.headers().get(SecureShuffleUtils.HTTP_HEADER_URL_HASH), port, uri, key);
  }
}
