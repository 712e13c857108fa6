package dev.terra.rest.web;

import com.google.common.collect.ImmutableMap;
import com.google.common.hash.Hashing;
import dev.terra.core.failure.Failures;
import dev.terra.rest.api.Content;
import dev.terra.rest.api.Problem;
import dev.terra.rest.api.Reply;
import dev.terra.rest.http.HttpAnswer;
import dev.terra.rest.http.HttpCall;
import dev.terra.rest.json.RestJson;
import dev.terra.rest.openapi.ProblemRow;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Map;

/** Makes answers: headers, tags, compression, problems. */
final class Answers {
  /** The least size of content that is compressed, in bytes. Compression makes smaller content no smaller. */
  private static final int LEAST_GZIPPED_BYTES = 1_400;
  private static final String JSON = "application/json";
  /** The headers of every answer. They forbid browsers to guess content types, to embed pages, and to reveal addresses to other sites. */
  static final ImmutableMap<String, String> SECURITY = ImmutableMap.of(
      "Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      "X-Content-Type-Options", "nosniff",
      "X-Frame-Options", "DENY",
      "Referrer-Policy", "no-referrer",
      "Cross-Origin-Resource-Policy", "same-origin");

  private Answers() {}

  static HttpAnswer of(HttpCall call, Reply reply) {
    if (reply instanceof Reply.Encoded encoded) {
      return tagged(call, JSON, encoded.content(), encoded.gzipped(), "\"" + encoded.tag() + "\"");
    } else if (reply instanceof Reply.Raw raw) {
      return withBody(call, raw.mediaType(), raw.content()).with(raw.headers());
    }
    return withBody(call, JSON, new Content(RestJson.bytes(((Reply.Json) reply).value())));
  }

  private static HttpAnswer withBody(HttpCall call, String mediaType, Content content) {
    if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
      return HttpAnswer.of(200, ImmutableMap.of("Content-Type", mediaType, "Cache-Control", "no-store"), content);
    }
    boolean gzip = content.length() >= LEAST_GZIPPED_BYTES && acceptsGzip(call);
    Content small = gzip ? new Content(RestJson.gzip(content.bytes())) : content;
    return tagged(call, mediaType, content, small, "W/\"" + Hashing.murmur3_128().hashBytes(content.bytes()) + "\"");
  }

  static HttpAnswer tagged(HttpCall call, String mediaType, Content content, Content gzipped, String tag) {
    ImmutableMap.Builder<String, String> headers = ImmutableMap.builder();
    headers.put("ETag", tag).put("Cache-Control", "no-cache").put("Vary", "Accept-Encoding, Authorization");
    if (call.header("If-None-Match").map(known -> known.contains(tag)).orElse(false)) {
      return HttpAnswer.of(304, headers.buildOrThrow(), Content.EMPTY);
    }
    headers.put("Content-Type", mediaType);
    boolean compress = gzipped != content && acceptsGzip(call);
    if (compress) {
      headers.put("Content-Encoding", "gzip");
    }
    return HttpAnswer.of(200, headers.buildOrThrow(), compress ? gzipped : content);
  }

  static boolean acceptsGzip(HttpCall call) {
    return call.header("Accept-Encoding").map(accepted -> accepted.contains("gzip")).orElse(false);
  }

  static HttpAnswer problem(HttpCall call, Problem problem) {
    String title = HttpResponseStatus.valueOf(problem.status()).reasonPhrase();
    Content body = new Content(RestJson.bytes(new ProblemRow(
        "about:blank", title, problem.status(), Failures.inWords(problem), call.path(), problem.parameter().orElse(null))));
    ImmutableMap.Builder<String, String> headers = ImmutableMap.builder();
    headers.put("Content-Type", "application/problem+json").put("Cache-Control", "no-store");
    if (problem.status() == 401) {
      headers.put("WWW-Authenticate", "Bearer realm=\"terra\"");
    }
    problem.retryAfterSeconds().ifPresent(seconds -> headers.put("Retry-After", Integer.toString(seconds)));
    return HttpAnswer.of(problem.status(), headers.buildOrThrow(), body);
  }

  static HttpAnswer secured(HttpAnswer answer) {
    return answer.with(SECURITY);
  }

  /** Returns the answer to a method that a path does not have. */
  static HttpAnswer notAllowed(HttpCall call, String allowed) {
    return problem(call, Problem.of(405, "expected one of " + allowed + " for " + call.path() + ", got " + call.method()))
        .with(ImmutableMap.copyOf(Map.of("Allow", allowed)));
  }
}
