package dev.terra.rest.http;

import com.google.common.collect.ImmutableMap;
import dev.terra.rest.api.Content;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a request is answered with.
 *
 * @param body all of it; empty where a stream follows
 * @param stream is given the connection after status and headers have been sent, and sends until either side ends
 * @param known whether its caller has said who it is, and may look
 */
public record HttpAnswer(
    int status, ImmutableMap<String, String> headers, Content body, Optional<Consumer<HttpStream>> stream, boolean known) {
  /** An answer with a body. */
  public static HttpAnswer of(int status, ImmutableMap<String, String> headers, Content body) {
    return new HttpAnswer(status, headers, body, Optional.empty(), false);
  }

  /** This answer, for a caller that has proved who it is. */
  public HttpAnswer toKnown() {
    return new HttpAnswer(status, headers, body, stream, true);
  }

  /** This answer with further headers. */
  public HttpAnswer with(ImmutableMap<String, String> more) {
    return new HttpAnswer(
        status, ImmutableMap.<String, String>builder().putAll(headers).putAll(more).buildKeepingLast(), body, stream, known);
  }
}
