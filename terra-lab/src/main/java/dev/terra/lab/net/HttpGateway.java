package dev.terra.lab.net;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.testbed.os.Children;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The outer end of an {@link HttpGatewayCommand}: fetches JSON from inside a namespace. One request at a time. */
public final class HttpGateway implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_BODY_BYTES = 16 << 20;

  private final Process process;
  private final OutputStream requests;
  private final DataInputStream answers;

  /** Starts the inner end by a process that is prepared to run it. */
  public HttpGateway(ProcessBuilder inner) throws IOException {
    process = inner.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    requests = new BufferedOutputStream(process.getOutputStream());
    answers = new DataInputStream(process.getInputStream());
  }

  /**
   * The JSON at a URL; empty where nobody answers, or answers something else.
   *
   * @throws IOException if the inner end is gone
   */
  public synchronized Optional<JsonNode> get(String url) throws IOException {
    requests.write((url + "\n").getBytes(StandardCharsets.UTF_8));
    requests.flush();
    int status = answers.readInt();
    int length = answers.readInt();
    if (length < 0 || length > MAX_BODY_BYTES) {
      throw new IOException("the gateway inside the namespace sent a length of " + length);
    }
    byte[] body = answers.readNBytes(length);
    if (status != 200) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(body));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    Children.end(process);
  }
}
