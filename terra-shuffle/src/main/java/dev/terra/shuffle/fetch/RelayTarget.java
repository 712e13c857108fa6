package dev.terra.shuffle.fetch;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;

/**
 * A redirected request: the reducer's own, cut at the first extra parameter and never rebuilt, since the reducer
 * signed exactly these bytes.
 * <pre>
 * /mapOutput?job=J&amp;reduce=R&amp;map=M...  &amp;terraOrigin=IP:PORT[/NAME][&amp;terraParts=N[&amp;terraReader=K]]
 *                                         &amp;terraUntil=SECONDS&amp;terraSig=SIGNATURE
 * '------------ uri, as signed ----------'
 * </pre>
 * A node that cannot relay sends its client back. Where the client could be taken for another reader, the node marks the request:
 * <pre>
 * /mapOutput?job=J&amp;reduce=R&amp;map=M...  &amp;terraBack=1
 * </pre>
 *
 * @param parts the number of partitions of each output, which distinguishes a DAG's shuffles; empty for MapReduce
 * @param untilSeconds when it expires, seconds since 1970 by the clock of the origin
 * @param reader the index of a reader of a broadcast among the readers at its site, above 0 if it is not the first; else 0
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

  /** Returns whether a URI claims to be redirected. */
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

  /** Makes a redirect of a request for outputs with the given number of partitions; it is neither signed nor dated. */
  public static RelayTarget of(ShuffleRequest request, int partitions, int reader, ShuffleAddress origin) {
    OptionalInt parts = request.isDag() ? OptionalInt.of(partitions) : OptionalInt.empty();
    return new RelayTarget(request.uri(), origin, parts, reader, 0, "");
  }

  /** Returns this redirect, signed for readers and the handler on a node, and valid until a time. */
  public RelayTarget signed(String relayingNode, Instant until, SecretKey key) {
    RelayTarget dated = new RelayTarget(uri, origin, parts, reader, until.getEpochSecond(), "");
    return new RelayTarget(uri, origin, parts, reader, dated.untilSeconds,
        Signatures.relaySignature(relayingNode, dated.signedOrigin(), uri, key));
  }

  /** Returns whether it was signed for the handler on a node: see {@link ShuffleAddress#identity}. */
  boolean isSignedFor(String relayingNode, SecretKey key) {
    return Signatures.isSame(Signatures.relaySignature(relayingNode, signedOrigin(), uri, key), signature);
  }

  /** Returns the signed text about the origin: the origin, the numbers of partitions and reader where there are any, and the time. */
  private String signedOrigin() {
    return origin + (parts.isPresent() ? PARTS + parts.getAsInt() : "") + (reader > 0 ? READER + reader : "") + UNTIL + untilSeconds;
  }

  /**
   * Returns the URI for a client that is not relayed; it has the mark if the reader is one of a broadcast's readers, whose origin
   * understands the mark.
   */
  String backUri() {
    return reader > 0 ? uri + BACK : uri;
  }

  /** Returns the URI that the client signed, from a URI with which a relaying node has sent the client back; empty for other URIs. */
  static Optional<String> sentBack(String markedUri) {
    return markedUri.endsWith(BACK) ? Optional.of(markedUri.substring(0, markedUri.length() - BACK.length())) : Optional.empty();
  }

  /** Returns the URI that the client signed, whether or not the client has been sent back. */
  public static String signed(String uri) {
    return sentBack(uri).orElse(uri);
  }

  /** Returns path and query for the relaying node. */
  public String redirectedUri() {
    return uri + ORIGIN + signedOrigin() + SIGNATURE + signature;
  }
}
