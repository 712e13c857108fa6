package dev.terra.lab.net;

import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Runs inside a network namespace and fetches URLs for a parent outside of it: a line on standard input is a URL; the answer on
 * standard output is the status (4 bytes), the length (4 bytes) and the body. Status 0 means that nobody answered.
 */
@Command(name = "http-gateway", hidden = true, description = "Fetches the URLs given on standard input.")
public final class HttpGatewayCommand implements Callable<Integer> {
  /** Several round trips of the longest WAN path; a caller polls many hosts in turn and must not wait long for one that is away. */
  private static final int TIMEOUT_MILLIS = 800;
  /** Status pages are small; more than this is not one. */
  private static final int MAX_BODY_BYTES = 16 << 20;

  @Override
  public Integer call() throws IOException {
    DataOutputStream out = new DataOutputStream(System.out);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String url = in.readLine(); url != null; url = in.readLine()) {
      answer(url, out);
      out.flush();
    }
    return 0;
  }

  private static void answer(String url, DataOutputStream out) throws IOException {
    int status = 0;
    byte[] body;
    try {
      HttpURLConnection connection = open(URI.create(url).toURL());
      status = connection.getResponseCode();
      try (var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        body = stream == null ? new byte[0] : stream.readNBytes(MAX_BODY_BYTES);
      }
    } catch (IOException | IllegalArgumentException e) {
      status = 0;
      body = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
    }
    out.writeInt(status);
    out.writeInt(body.length);
    out.write(body);
  }

  private static HttpURLConnection open(URL url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestProperty("Accept", "application/json");
    return connection;
  }
}
