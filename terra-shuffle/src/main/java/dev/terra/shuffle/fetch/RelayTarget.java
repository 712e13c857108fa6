package dev.terra.shuffle.fetch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;

/**
 * A redirected request: the reducer's own, cut at the first extra parameter and never rebuilt, since the reducer
 * signed those very bytes.
 * <pre>
 * /mapOutput?job=J&amp;reduce=R&amp;map=M...  &amp;terraOrigin=IP:PORT&amp;terraSig=SIGNATURE
 * '------------ uri, as signed ----------'
 * </pre>
 */
public record RelayTarget(String uri, Origin origin, String signature) {
  private static final String ORIGIN = "&terraOrigin=";
  private static final String SIGNATURE = "&terraSig=";
  private static final Pattern EXTRA =
      Pattern.compile(ORIGIN + "([0-9a-fA-F.:\\[\\]]{1,64})" + SIGNATURE + "([A-Za-z0-9_-]{1,128})");

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
    return Origin.parse(extra.group(1)).map(origin -> new RelayTarget(uri.substring(0, cut), origin, extra.group(2)));
  }

  /** Signs a redirect of a request to the handler at an address. */
  public static RelayTarget signed(ShuffleRequest request, Origin origin, String relayIp, SecretKey key) {
    return new RelayTarget(request.uri(), origin, Signatures.relaySignature(relayIp, origin, request.uri(), key));
  }

  /** Path and query for the relaying node. */
  public String redirectedUri() {
    return uri + ORIGIN + origin + SIGNATURE + signature;
  }
}
