package dev.terra.resourcemanager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** Asks a controller at which sites reducers are best run. It blocks for at most {@link #PATIENCE_MILLIS} at each step. */
final class ControllerQuestion {
  /**
   * The time limit of each step, in milliseconds. A controller answers within a third of a second, and if it does not, another
   * controller is asked.
   */
  private static final int PATIENCE_MILLIS = 3_000;
  /** The largest answer in bytes. An answer has at most a thousand rows, of forty sites each. */
  private static final int MOST_BYTES = 8 << 20;
  private static final int MOST_ROWS = 1_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PlacementSettings.Controllers controllers;
  /** The index of the controller that is asked first: the one that answered last. */
  private int leader;

  ControllerQuestion(PlacementSettings.Controllers controllers) {
    this.controllers = controllers;
  }

  /**
   * Returns the advised share of the reducers at each site, by application. If an application has several shuffles, those with more
   * output count more.
   *
   * @param slots how many containers each site can run at once
   * @throws IOException if no controller gives an answer that can be read
   */
  Map<String, Map<String, Double>> ask(String slots) throws IOException {
    IOException last = new IOException("no controller is configured");
    for (int tried = 0; tried < controllers.roots().size(); tried++) {
      try {
        return shares(answer(controllers.roots().get(leader), slots));
      } catch (IOException e) {
        last = e;
        leader = (leader + 1) % controllers.roots().size();
      }
    }
    throw last;
  }

  private JsonNode answer(URI root, String slots) throws IOException {
    URI question = URI.create(root + "/api/v1/placements?limit=" + MOST_ROWS
        + (slots.isEmpty() ? "" : "&slots=" + URLEncoder.encode(slots, StandardCharsets.UTF_8)));
    HttpURLConnection connection = (HttpURLConnection) question.toURL().openConnection();
    try {
      connection.setConnectTimeout(PATIENCE_MILLIS);
      connection.setReadTimeout(PATIENCE_MILLIS);
      connection.setInstanceFollowRedirects(false);
      Path token = controllers.token();
      if (token != null) {
        connection.setRequestProperty("Authorization", "Bearer " + token(token));
      }
      Path ca = controllers.ca();
      if (ca != null && connection instanceof HttpsURLConnection secure) {
        secure.setSSLSocketFactory(trust(ca));
      }
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException(root + " answered with status " + connection.getResponseCode());
      }
      return read(root, connection);
    } finally {
      connection.disconnect();
    }
  }

  private static JsonNode read(URI root, HttpURLConnection connection) throws IOException {
    try (InputStream in = connection.getInputStream()) {
      byte[] bytes = in.readNBytes(MOST_BYTES);
      if (bytes.length == MOST_BYTES) {
        throw new IOException(root + " answered with more than " + MOST_BYTES + " bytes");
      }
      return JSON.readTree(bytes);
    }
  }

  /**
   * Returns the last word of the file's first line that is neither empty nor a comment, which is the form of a controller's file of
   * tokens.
   */
  private static String token(Path file) throws IOException {
    return Files.readString(file).lines().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).findFirst()
        .map(line -> line.substring(line.lastIndexOf(' ') + 1)).orElseThrow(() -> new IOException("no token in " + file));
  }

  private static SSLSocketFactory trust(Path ca) throws IOException {
    try (InputStream in = Files.newInputStream(ca)) {
      KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
      known.load(null, null);
      int number = 0;
      for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        known.setCertificateEntry("ca-" + number++, certificate);
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(known);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot read the authorities of " + ca, e);
    }
  }

  private static Map<String, Map<String, Double>> shares(JsonNode answer) throws IOException {
    if (!answer.path("items").isArray()) {
      throw new IOException("the answer has no placements");
    }
    Map<String, Map<String, Double>> byApplication = new HashMap<>();
    for (JsonNode row : answer.path("items")) {
      String application = row.path("application").asText("");
      double reducers = row.path("reducers").asDouble();
      double bytes = row.path("outputBytes").asDouble();
      if (application.isEmpty() || !(reducers > 0 && bytes > 0 && bytes < Double.POSITIVE_INFINITY)) {
        continue;
      }
      Map<String, Double> bySite = byApplication.computeIfAbsent(application, name -> new HashMap<>());
      for (JsonNode advised : row.path("advised")) {
        double share = advised.path("reducers").asDouble() / reducers;
        if (share > 0 && share <= 1) {
          bySite.merge(advised.path("site").asText(), share * bytes, Double::sum);
        }
      }
    }
    return byApplication;
  }
}
