package dev.terra.shuffle.fetch;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;

/**
 * A redirected request: the reducer's own, cut at the first extra parameter and never rebuilt, since the reducer
 * signed those very bytes.
 * <pre>
 * /mapOutput?job=J&amp;reduce=R&amp;map=M...  &amp;terraOrigin=IP:PORT[&amp;terraParts=N]&amp;terraSig=SIGNATURE
 * '------------ uri, as signed ----------'
 * </pre>
 *
 * @param parts the number of partitions of each output, which tells a DAG's shuffles apart; empty for MapReduce
 */
public record RelayTarget(String uri, Origin origin, OptionalInt parts, String signature) {
  private static final String ORIGIN = "&terraOrigin=";
  private static final String PARTS = "&terraParts=";
  private static final String SIGNATURE = "&terraSig=";
  private static final Pattern EXTRA =
      Pattern.compile(ORIGIN + "([0-9a-fA-F.:\\[\\]]{1,64})(?:" + PARTS + "([1-9][0-9]{0,8}))?" + SIGNATURE + "([A-Za-z0-9_-]{1,128})");

  /** Whether a URI claims to be redirected. */
  static boolean isRedirected(String uri) {
    return uri.contains(ORIGIN);
  }

  /** Reads a redirected URI; empty where it is malformed. */
  static Optional<RelayTarget> parse(String uri) {
    int cut = uri.indexOf(ORIGIN);
    Matcher extra = EXTRA.matcher(cut < 0 ? "" : uri.substring(cut));
    if (!extra.matches()) {
      return Optional.empty();
    }
    OptionalInt parts = extra.group(2) == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(extra.group(2)));
    return Origin.parse(extra.group(1)).map(origin -> new RelayTarget(uri.substring(0, cut), origin, parts, extra.group(3)));
  }

  /** Signs a redirect of a request for outputs with so many partitions to the handler at an address. */
  public static RelayTarget signed(ShuffleRequest request, int partitions, Origin origin, String relayIp, SecretKey key) {
    OptionalInt parts = request.isDag() ? OptionalInt.of(partitions) : OptionalInt.empty();
    RelayTarget unsigned = new RelayTarget(request.uri(), origin, parts, "");
    return new RelayTarget(request.uri(), origin, parts, Signatures.relaySignature(unsigned, relayIp, key));
  }

  /** What is signed of the origin: with the number of partitions, if there is one. */
  String signedOrigin() {
    return origin + partsParameter();
  }

  private String partsParameter() {
    return parts.isPresent() ? PARTS + parts.getAsInt() : "";
  }

  /** Path and query for the relaying node. */
  public String redirectedUri() {
    return uri + ORIGIN + signedOrigin() + SIGNATURE + signature;
  }
}
