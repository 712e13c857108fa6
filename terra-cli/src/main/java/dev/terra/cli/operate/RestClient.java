package dev.terra.cli.operate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.terra.api.tls.Speech;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.api.tls.TlsPaths;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A client of a controller's REST interface, for commands. */
public final class RestClient implements AutoCloseable {
  private static final String ROOT = "/api/v1";
  /** The most items of one answer. */
  private static final int PAGE = 1_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ControllerAddress address;
  private final Duration timeout;
  private final @Nullable TlsFiles tls;
  private final HttpClient client;
  /** The index of the controller that answered last. */
  private int leader;

  private RestClient(ControllerAddress address, Duration timeout, @Nullable TlsFiles tls) throws TlsException {
    this.address = address;
    this.timeout = timeout;
    this.tls = tls;
    HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(timeout);
    if (tls != null) {
      builder.sslContext(tls.contextToController());
    } else if (address.tls().isPresent()) {
      builder.sslContext(ControllerTrust.by(TlsPaths.in(address.tls().get()).ca()));
    }
    this.client = builder.build();
  }

  /**
   * Makes a client; no request is sent yet.
   *
   * @throws RestFailure if the token or the certificates cannot be read
   */
  static RestClient open(ControllerAddress address, Duration timeout) throws RestFailure {
    if (address.tokenFile().isPresent()) {
      token(address.tokenFile().get());
    }
    try {
      TlsFiles tls = address.tls().isPresent() && hasCertificate(address.tls().get())
          ? TlsFiles.open(TlsPaths.in(address.tls().get()), news -> { }, problem -> { }) : null;
      return new RestClient(address, timeout, tls);
    } catch (TlsException e) {
      throw new RestFailure(ExitCode.USAGE, Failures.inWords(e));
    }
  }

  /** Returns whether a folder has a certificate; without a certificate, a token identifies the caller. */
  private static boolean hasCertificate(Path folder) {
    TlsPaths paths = TlsPaths.in(folder);
    return Files.exists(paths.certificate()) || Files.exists(paths.key()) || !Files.exists(paths.ca());
  }

  /** Returns the first token of a file: alone in its line, or the last word of a line in a controller's file of tokens. */
  private static String token(Path file) throws RestFailure {
    try {
      return Files.readString(file).lines().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).findFirst()
          .map(line -> line.substring(line.lastIndexOf(' ') + 1))
          .orElseThrow(() -> new RestFailure(ExitCode.USAGE, "no token in " + file));
    } catch (IOException e) {
      throw new RestFailure(ExitCode.USAGE, "cannot read the token: " + Failures.inWords(e));
    }
  }

  /**
   * Returns a resource.
   *
   * @throws RestFailure if there is no answer, or if it cannot be used
   */
  public JsonNode get(String path, Map<String, String> query) throws RestFailure {
    String parameters = query.entrySet().stream().map(entry -> escape(entry.getKey()) + "=" + escape(entry.getValue()))
        .collect(Collectors.joining("&"));
    return send("GET", parameters.isEmpty() ? path : path + "?" + parameters, null);
  }

  /**
   * Returns all items of a list, which are requested in pages: the answer of the last page with the items of all pages.
   *
   * @throws RestFailure if there is no answer, or if it cannot be used
   */
  JsonNode all(String path, Map<String, String> query) throws RestFailure {
    ArrayNode items = JSON.createArrayNode();
    JsonNode page;
    do {
      Map<String, String> next = new TreeMap<>(query);
      next.put("limit", Integer.toString(PAGE));
      next.put("offset", Integer.toString(items.size()));
      page = get(path, next);
      page.path("items").forEach(items::add);
    } while (!page.path("items").isEmpty() && items.size() < page.path("total").asLong());
    return ((ObjectNode) page).<ObjectNode>set("items", items).put("offset", 0).put("limit", items.size());
  }

  /** Sends a request, and returns the answer. */
  JsonNode send(String method, String path, @Nullable JsonNode body) throws RestFailure {
    for (int tried = 1; ; tried++) {
      try {
        return read(exchange(request(method, path, body)));
      } catch (NoAnswer e) {
        leader = (leader + 1) % address.roots().size();
        if (tried >= address.roots().size()) {
          throw unreachable(Failures.inWords(e));
        }
      }
    }
  }

  /** Thrown if the controller did nothing: another controller may lead. */
  private static final class NoAnswer extends Exception {
    private static final long serialVersionUID = 1;

    NoAnswer(String message) {
      super(message);
    }
  }

  private HttpRequest request(String method, String path, @Nullable JsonNode body) throws RestFailure {
    URI root = address.roots().get(leader);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(root + ROOT + path)).timeout(timeout)
        .header("Accept", "application/json, application/problem+json")
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    Optional<Path> file = address.tokenFor(root);
    if (file.isPresent()) {
      request.header("Authorization", "Bearer " + token(file.get()));
    }
    return request.build();
  }

  private HttpResponse<String> exchange(HttpRequest request) throws RestFailure, NoAnswer {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    } catch (SSLException e) {
      throw unreachable(
          mismatch().orElseGet(() -> "TLS failed (" + Failures.inWords(e) + "); give the folder of ca.pem with --tls or TERRA_TLS"));
    } catch (HttpConnectTimeoutException | ConnectException e) {
      throw new NoAnswer("nothing listens there; is the controller running, and is this its HTTP address (http.listen, --http)?"
          + (address.roots().size() > 1 ? " One that stands by does not listen" : ""));
    } catch (HttpTimeoutException e) {
      String late = "no answer within " + timeout.toSeconds() + " s; --timeout waits longer";
      if (request.method().equals("GET")) {
        throw new NoAnswer(late);
      }
      throw unreachable(late);
    } catch (IOException e) {
      throw unreachable(mismatch().orElseGet(() -> Failures.inWords(e)
          + "; is this the controller's HTTP address (http.listen), and not the one for agents?"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted");
    }
  }

  /** Returns which end uses TLS and which does not, where this is the reason for a failure. */
  private Optional<String> mismatch() {
    URI root = address.roots().get(leader);
    boolean secure = "https".equals(root.getScheme());
    if (root.getPort() < 0) {
      return Optional.empty();
    }
    Speech spoken = Speech.at(new InetSocketAddress(root.getHost(), root.getPort()));
    return spoken == Speech.TLS && !secure ? Optional.of("this command speaks plain HTTP, and that port speaks TLS; say https://"
        + root.getAuthority() + ", with --tls")
        : spoken == Speech.PLAIN && secure ? Optional.of("this command speaks TLS, and that port speaks plain HTTP; say http://"
        + root.getAuthority() + ", or set http.tls in controller.yaml") : Optional.empty();
  }

  private RestFailure unreachable(String why) {
    return new RestFailure(ExitCode.UNREACHABLE, "the controller at " + address.text() + " (from " + address.from() + "): " + why);
  }

  private JsonNode read(HttpResponse<String> response) throws RestFailure {
    JsonNode json = parse(response);
    int status = response.statusCode();
    if (status < 300) {
      return json;
    }
    String detail = json.path("detail").asText(json.path("title").asText("status " + status));
    if (status == 401 || status == 403) {
      String shown = address.tokenFor(address.roots().get(leader)).map(file -> "the token in " + file + " was presented")
          .orElse("no token was presented: give --token-file or TERRA_TOKEN_FILE");
      throw new RestFailure(ExitCode.CREDENTIALS, detail + " (" + shown + ")");
    }
    throw new RestFailure(ExitCode.REFUSED, detail);
  }

  private JsonNode parse(HttpResponse<String> response) throws RestFailure {
    try {
      JsonNode json = CleanText.in(JSON.readTree(response.body()));
      if (json.isObject()) {
        return json;
      }
    } catch (JsonProcessingException e) {
      throw unreachable("its answer is not JSON; is this the controller's HTTP address?");
    }
    throw unreachable("its answer is not a JSON object; is this the controller's HTTP address?");
  }

  /** Returns one part of a path, escaped. */
  static String escape(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public void close() {
    if (tls != null) {
      tls.close();
    }
  }
}
