package dev.terra.testbed.net;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends HTTP requests from outside to services inside the testbed, through a small program in a host's network namespace. */
public final class HostHttp {
  private final StateDirectory directory;

  /** Makes a client for the testbed in this directory. */
  public HostHttp(StateDirectory directory) {
    this.directory = directory;
  }

  /** Returns the body of a GET from a host to a service; empty if it does not answer with 200 in time. */
  public Optional<String> get(String fromHost, String ip, int port, String pathAndQuery, Duration patience) {
    return body(answer(fromHost, ip, port, pathAndQuery, patience));
  }

  /** Returns whether a service answers a GET from a host in time, with any status. */
  public boolean answers(String fromHost, String ip, int port, String pathAndQuery, Duration patience) {
    return answer(fromHost, ip, port, pathAndQuery, patience).startsWith("HTTP/1.");
  }

  private String answer(String fromHost, String ip, int port, String pathAndQuery, Duration patience) {
    try {
      Process process = new HostEntry(directory)
          .command(fromHost, List.of(directory.file("bin", "connect").toString(), ip, Integer.toString(port)))
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      CompletableFuture<Void> watchdog = CompletableFuture.runAsync(process::destroyForcibly,
          CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS));
      String answer = exchange(process, request(ip, port, pathAndQuery));
      watchdog.cancel(false);
      return answer;
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted", e);
    }
  }

  private static String request(String ip, int port, String pathAndQuery) {
    return "GET " + pathAndQuery + " HTTP/1.0\r\nHost: " + ip + ":" + port + "\r\nAccept: application/json\r\n"
        + "Connection: close\r\n\r\n";
  }

  private static String exchange(Process process, String request) throws IOException, InterruptedException {
    try (OutputStream out = process.getOutputStream()) {
      out.write(request.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return answer;
    }
  }

  /** Returns the body of an answer if its status is 200. */
  static Optional<String> body(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    return end > 0 && answer.startsWith("HTTP/1.") && answer.startsWith(" 200", 8)
        ? Optional.of(answer.substring(end + 4))
        : Optional.empty();
  }
}
