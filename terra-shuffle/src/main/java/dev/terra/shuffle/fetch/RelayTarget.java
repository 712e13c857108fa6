package dev.terra.shuffle.fetch;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;

/**
 * A redirected request: the reducer's own, cut at the first extra parameter and never rebuilt, since the reducer
 * signed those very bytes.
 * <pre>
 * /mapOutput?job=J&amp;reduce=R&amp;map=M...  &amp;terraOrigin=IP:PORT[/NAME][&amp;terraParts=N[&amp;terraReader=K]]
 *                                         &amp;terraUntil=SECONDS&amp;terraSig=SIGNATURE
 * '------------ uri, as signed ----------'
 * </pre>
 * A node that can't relay sends its client back. Where that could be taken for another reader, it marks the request:
 * <pre>
 * /mapOutput?job=J&amp;reduce=R&amp;map=M...  &amp;terraBack=1
 * </pre>
 *
 * @param parts the number of partitions of each output, which tells a DAG's shuffles apart; empty for MapReduce
 * @param untilSeconds when it expires, since 1970 by the clock of the origin
 * @param reader the index by which agents know a reader of a broadcast at its site, above 0 if it is not the first; else 0
 */
public record RelayTarget(String uri, ShuffleAddress origin, OptionalInt parts, int reader, long untilSeconds, String signature) {
  private static final String ORIGIN = "&terraOrigin=";
  private static final String PARTS = "&terraParts=";
  private static final String READER = "&terraReader=";
  private static final String UNTIL = "&terraUntil=";
  private static final String SIGNATURE = "&terraSig=";
  private static final String BACK = "&terraBack=1";
  private static final Pattern EXTRA = Pattern.compile(ORIGIN + "([0-9a-zA-Z.:/_\\[\\]-]{1,320})(?:" + PARTS + "([1-9][0-9]{0,8})(?:"
      + READER + "([1-9][0-9]{0,8}))?)?" + UNTIL + "([1-9][0-9]{0,11})" + SIGNATURE + "([A-Za-z0-9_-]{1,128})");

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
    OptionalInt parts = number(extra.group(2));
    int reader = number(extra.group(3)).orElse(0);
    return ShuffleAddress.parse(extra.group(1)).map(origin -> new RelayTarget(uri.substring(0, cut), origin, parts, reader,
        Long.parseLong(extra.group(4)), extra.group(5)));
  }

  private static OptionalInt number(String digits) {
    return digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
  }

  /** A redirect of a request for outputs that have so many partitions, yet to be signed and dated. */
  public static RelayTarget of(ShuffleRequest request, int partitions, int reader, ShuffleAddress origin) {
    OptionalInt parts = request.isDag() ? OptionalInt.of(partitions) : OptionalInt.empty();
    return new RelayTarget(request.uri(), origin, parts, reader, 0, "");
  }

  /** This redirect, signed for readers and the handler on a node, until a time. */
  public RelayTarget signed(String relayingNode, Instant until, SecretKey key) {
    RelayTarget dated = new RelayTarget(uri, origin, parts, reader, until.getEpochSecond(), "");
    return new RelayTarget(uri, origin, parts, reader, dated.untilSeconds,
        Signatures.relaySignature(relayingNode, dated.signedOrigin(), uri, key));
  }

  /** Whether it was signed for the handler on a node: see {@link ShuffleAddress#identity}. */
  boolean isSignedFor(String relayingNode, SecretKey key) {
    return Signatures.isSame(Signatures.relaySignature(relayingNode, signedOrigin(), uri, key), signature);
  }

  /** What is signed of the origin: with the numbers of partitions and reader, where there are any, and the time. */
  private String signedOrigin() {
    return origin + (parts.isPresent() ? PARTS + parts.getAsInt() : "") + (reader > 0 ? READER + reader : "") + UNTIL + untilSeconds;
  }

  /** Where a client goes that is not relayed: an origin with a broadcast's readers knows the mark. */
  String backUri() {
    return reader > 0 ? uri + BACK : uri;
  }

  /** What the client signed, of a URI to which a relaying node has sent it back; empty for others. */
  static Optional<String> sentBack(String markedUri) {
    return markedUri.endsWith(BACK) ? Optional.of(markedUri.substring(0, markedUri.length() - BACK.length())) : Optional.empty();
  }

  /** What the client signed, whether or not it has been sent back. */
  public static String signed(String uri) {
    return sentBack(uri).orElse(uri);
  }

  /** Path and query for the relaying node. */
  public String redirectedUri() {
    return uri + ORIGIN + signedOrigin() + SIGNATURE + signature;
  }
}
