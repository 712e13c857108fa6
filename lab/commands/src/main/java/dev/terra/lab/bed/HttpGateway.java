package dev.terra.lab.bed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.Children;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The outer end of an {@link HttpGatewayCommand}, which fetches JSON from inside a namespace. It is thread-safe, and
 * several threads may call it at once.
 */
public final class HttpGateway implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_BODY_BYTES = 16 << 20;

  private final Process process;
  private final OutputStream requests;
  private final DataInputStream answers;
  /** The callers that wait, in the order in which answers arrive; guarded by this. */
  private final Queue<CompletableFuture<Answer>> waiting = new ArrayDeque<>();
  private IOException end;

  private record Answer(int status, String body) {}

  /** Starts the inner end on a host of a testbed. */
  public static HttpGateway on(Testbed testbed, String host, int megabytes) throws IOException {
    List<String> command = new ArrayList<>(Commands.laboratory(megabytes));
    command.add("http-gateway");
    return new HttpGateway(testbed.command(host, command));
  }

  private HttpGateway(ProcessBuilder inner) throws IOException {
    process = inner.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    requests = new BufferedOutputStream(process.getOutputStream());
    answers = new DataInputStream(process.getInputStream());
    GatewayThreads.of(this::read).start();
  }

  /**
   * Returns the JSON at a URL; empty if there is no answer, or another status than success.
   *
   * @throws IOException if the inner end has ended
   */
  public Optional<JsonNode> get(String url) throws IOException {
    Answer answer;
    try {
      answer = ask(url).join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    }
    if (answer.status != 200) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(answer.body));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private synchronized CompletableFuture<Answer> ask(String url) throws IOException {
    if (end != null) {
      throw end;
    }
    requests.write((url + "\n").getBytes(StandardCharsets.UTF_8));
    requests.flush();
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    waiting.add(answer);
    return answer;
  }

  private void read() {
    try {
      while (true) {
        int status = answers.readInt();
        int length = answers.readInt();
        if (length < 0 || length > MAX_BODY_BYTES) {
          throw new IOException("the gateway inside the namespace sent a length of " + length);
        }
        Answer answer = new Answer(status, new String(answers.readNBytes(length), StandardCharsets.UTF_8));
        next().complete(answer);
      }
    } catch (IOException e) {
      fail(new IOException("the gateway inside the namespace is gone", e));
    }
  }

  private synchronized CompletableFuture<Answer> next() {
    return waiting.remove();
  }

  private synchronized void fail(IOException why) {
    end = why;
    waiting.forEach(answer -> answer.completeExceptionally(why));
    waiting.clear();
  }

  @Override
  public void close() {
    Children.end(process);
  }
}
