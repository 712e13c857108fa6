package dev.terra.network.onos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to ONOS. Each request may be sent twice with the same result, since a rule's id follows from its device, its match and its
 * priority, and a group's from its cookie. Therefore a request without an answer is sent again. It uses the JDK's own client, whose
 * connection pool, TLS and time limits are all that is needed.
 */
final class OnosHttp {
  /** The time limit of an answer. Four thousand rules take half a second, so ONOS counts as unreachable after this time. */
  private static final Duration ANSWER = Duration.ofSeconds(4);
  private static final Duration CONNECT = Duration.ofSeconds(2);
  /**
   * The number of attempts. A request on a connection that ONOS has just closed fails once; a request that fails twice is left to the next
   * pass.
   */
  private static final int ATTEMPTS = 2;
  private static final int MAX_ERROR_CHARACTERS = 300;
  private static final int OK = 200;
  private static final int REDIRECTION = 300;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int SERVER_ERROR = 500;

  private final OnosAccess access;
  private final String base;
  private final String authorization;
  private final HttpClient http;
  private final ObjectMapper json = new ObjectMapper();

  OnosHttp(OnosAccess access) {
    this.access = access;
    this.base = access.base().toString().replaceAll("/+$", "");
    this.authorization = "Basic " + Base64.getEncoder()
        .encodeToString((access.user() + ":" + access.password()).getBytes(StandardCharsets.UTF_8));
    HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT).version(HttpClient.Version.HTTP_1_1);
    access.tls().ifPresent(builder::sslContext);
    this.http = builder.build();
  }

  ObjectMapper json() {
    return json;
  }

  JsonNode get(String path) throws OnosException {
    return send("GET", path, null);
  }

  JsonNode send(String method, String path, @Nullable JsonNode body) throws OnosException {
    HttpRequest request = request(method, path, body);
    for (int attempt = 1; ; attempt++) {
      try {
        return answer(request, http.send(request, BodyHandlers.ofByteArray()));
      } catch (SSLException e) {
        throw new OnosException(OnosException.Kind.CREDENTIALS, "ONOS at " + base + " presents no certificate that is trusted "
            + "(network.onos.ca names those to trust): " + Failures.inWords(e), e);
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw new OnosException(OnosException.Kind.UNREACHABLE, "ONOS at " + base + " does not answer " + method + " " + path + ": "
              + Failures.inWords(e), e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new OnosException(OnosException.Kind.UNREACHABLE, "interrupted while ONOS was asked for " + path, e);
      }
    }
  }

  /** Makes a request. A request without a body has no content type, since ONOS answers 415 to a GET with a content type. */
  private HttpRequest request(String method, String path, @Nullable JsonNode body) {
    BodyPublisher publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString());
    HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(base + path)).timeout(ANSWER).method(method, publisher)
        .header("Authorization", authorization).header("Accept", "application/json");
    if (body != null) {
      builder.header("Content-Type", "application/json");
    }
    return builder.build();
  }

  private JsonNode answer(HttpRequest request, HttpResponse<byte[]> response) throws OnosException {
    int status = response.statusCode();
    String what = request.method() + " " + request.uri().getPath();
    if (status < OK || status >= REDIRECTION) {
      throw failure(what, status, new String(response.body(), StandardCharsets.UTF_8));
    }
    try {
      return response.body().length == 0 ? MissingNode.getInstance() : json.readTree(response.body());
    } catch (JsonProcessingException e) {
      throw new OnosException(OnosException.Kind.NOT_ONOS, base + " answers " + what + " with something that is not JSON", e);
    } catch (IOException e) {
      throw new OnosException(OnosException.Kind.NOT_ONOS, base + " answers " + what + " with something that cannot be read", e);
    }
  }

  private OnosException failure(String what, int status, String body) {
    String said = ": HTTP " + status + " " + message(body);
    if (status == UNAUTHORIZED || status == FORBIDDEN) {
      return new OnosException(OnosException.Kind.CREDENTIALS,
          "ONOS at " + base + " does not accept the password of user '" + access.user() + "' (network.onos): HTTP " + status);
    }
    if (status == NOT_FOUND) {
      return new OnosException(OnosException.Kind.UNKNOWN, "ONOS does not know what " + what + " is for" + said);
    }
    return new OnosException(status >= SERVER_ERROR ? OnosException.Kind.UNREACHABLE : OnosException.Kind.REFUSED,
        "ONOS refused " + what + said);
  }

  /** Returns the message of an error, which ONOS sends as {@code {"code": 404, "message": "..."}}. */
  private String message(String body) {
    String text = body;
    try {
      text = json.readTree(body).path("message").asText(body);
    } catch (JsonProcessingException e) {
      // not JSON: the text is used as it is
      text = body;
    }
    return text.length() <= MAX_ERROR_CHARACTERS ? text : text.substring(0, MAX_ERROR_CHARACTERS) + "...";
  }
}
