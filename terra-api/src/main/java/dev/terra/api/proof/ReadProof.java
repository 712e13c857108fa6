package dev.terra.api.proof;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * With what an agent asks a handler for a part of a segment: a code for the request's line, made with the shuffle's key for the agent's
 * session. It travels in the header field {@value #FIELD}: {@code SESSION EXPIRES CODE}, the session hexadecimal, the time in seconds since
 * 1970, the code in Base64 as for URLs.
 *
 * @param uri path and query of the request
 */
public record ReadProof(String uri, long session, long expiresSeconds, String code) {
  /** The header's field. */
  public static final String FIELD = "X-Terra-Proof";
  /** An agent makes one when it asks; the rest is for clocks that differ. */
  private static final Duration LIFETIME = Duration.ofMinutes(5);
  private static final String PURPOSE = "terra-read-1";
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{1,16}) ([0-9]{1,12}) ([A-Za-z0-9_-]{43})");

  /** Makes one. */
  public static ReadProof make(ShuffleKey key, String uri, long session, Instant now) {
    ReadProof open = new ReadProof(uri, session, now.plus(LIFETIME).getEpochSecond(), "");
    return new ReadProof(uri, session, open.expiresSeconds, Base64.getUrlEncoder().withoutPadding().encodeToString(key.code(open.words())));
  }

  /** Reads a header field; empty where it is malformed. */
  public static Optional<ReadProof> parse(String uri, String field) {
    Matcher form = FORM.matcher(field);
    if (!form.matches()) {
      return Optional.empty();
    }
    return Optional.of(new ReadProof(uri, Long.parseUnsignedLong(form.group(1), 16), Long.parseLong(form.group(2)), form.group(3)));
  }

  /** Whether it was made with a job's secret, by way of the shuffle's key for its session, and has not expired. */
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
