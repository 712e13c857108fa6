package dev.terra.api.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The proof with which an agent requests a part of a segment from a handler: a code for the request's line, made with the shuffle's key for
 * the agent's session. The header field {@value #FIELD} carries it as {@code SESSION EXPIRES CODE}: the session in hexadecimal, the time in
 * seconds since 1970, and the code in URL-safe Base64.
 *
 * @param uri path and query of the request
 */
public record ReadProof(String uri, long session, long expiresSeconds, String code) {
  /** The name of the header field. */
  public static final String FIELD = "X-Terra-Proof";
  /**
   * The time for which a proof is valid. An agent makes a proof with each request, so that this time only has to cover differences between
   * clocks.
   */
  private static final Duration LIFETIME = Duration.ofMinutes(5);
  private static final String PURPOSE = "terra-read-1";
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{1,16}) ([0-9]{1,12}) ([A-Za-z0-9_-]{43})");

  /** Makes the proof of a request. */
  public static ReadProof make(ShuffleKey key, String uri, long session, Instant now) {
    ReadProof open = new ReadProof(uri, session, now.plus(LIFETIME).getEpochSecond(), "");
    return new ReadProof(uri, session, open.expiresSeconds, Base64.getUrlEncoder().withoutPadding().encodeToString(key.code(open.words())));
  }

  /** Reads a header field; returns empty if it is malformed. */
  public static Optional<ReadProof> parse(String uri, String field) {
    Matcher form = FORM.matcher(field);
    if (!form.matches()) {
      return Optional.empty();
    }
    return Optional.of(new ReadProof(uri, Long.parseUnsignedLong(form.group(1), 16), Long.parseLong(form.group(2)), form.group(3)));
  }

  /**
   * Returns whether the proof was made with the key that follows from a job's secret for the shuffle and the session, and has not expired.
   */
  public boolean isMadeWith(byte[] secret, String shuffle, Instant now) {
    byte[] given = Base64.getUrlDecoder().decode(code);
    return now.getEpochSecond() <= expiresSeconds && ShuffleKey.of(secret, shuffle, session).isCode(words(), given);
  }

  private String words() {
    return String.join("\n", PURPOSE, uri, Long.toHexString(session), Long.toString(expiresSeconds));
  }

  @Override
  public String toString() {
    return Long.toHexString(session) + " " + expiresSeconds + " " + code;
  }
}
