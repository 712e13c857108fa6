package dev.terra.rest.http;

import com.google.common.collect.ImmutableMap;
import dev.terra.rest.api.Content;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The answer to a request.
 *
 * @param body the whole body; empty if a stream follows
 * @param stream receives the connection after status and headers have been sent, and sends until either side ends
 * @param known whether the caller has proved its identity, and may read
 */
public record HttpAnswer(
    int status, ImmutableMap<String, String> headers, Content body, Optional<Consumer<HttpStream>> stream, boolean known) {
  /** Returns an answer with a body. */
  public static HttpAnswer of(int status, ImmutableMap<String, String> headers, Content body) {
    return new HttpAnswer(status, headers, body, Optional.empty(), false);
  }

  /** Returns this answer, for a caller that has proved its identity. */
  public HttpAnswer toKnown() {
    return new HttpAnswer(status, headers, body, stream, true);
  }

  /** Returns this answer with further headers. */
  public HttpAnswer with(ImmutableMap<String, String> more) {
    return new HttpAnswer(
        status, ImmutableMap.<String, String>builder().putAll(headers).putAll(more).buildKeepingLast(), body, stream, known);
  }
}
