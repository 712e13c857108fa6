package dev.terra.lab.bed;

import com.google.protobuf.ByteString;
import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import javax.net.ssl.HttpsURLConnection;
import picocli.CommandLine.Command;

/**
 * A hidden command that runs inside a network namespace and fetches URLs for a parent outside of it. Each line on
 * standard input is a URL. The answer on standard output is the status (4 bytes), the length (4 bytes) and the body.
 * Status 0 stands for no answer. Several URLs are fetched at once; answers are written in the order of the lines.
 */
@Command(name = "http-gateway", hidden = true, description = "Fetches the URLs given on standard input.")
public final class HttpGatewayCommand implements Callable<Integer> {
  /** Several round trips of the longest WAN path. A caller polls many hosts and must not wait long for an unreachable one. */
  private static final int TIMEOUT_MILLIS = 800;
  /** The largest body that is read. Status pages are smaller. */
  private static final int MAX_BODY_BYTES = 16 << 20;
  /** The most URLs that are fetched at once. Further lines wait until one has been answered. */
  private static final int MOST_AT_ONCE = 64;

  private record Answer(int status, ByteString body) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    Executor threads = Executors.newCachedThreadPool(GatewayThreads::of);
    BlockingQueue<CompletableFuture<Answer>> asked = new ArrayBlockingQueue<>(MOST_AT_ONCE);
    DataOutputStream out = new DataOutputStream(System.out);
    threads.execute(() -> write(asked, out));
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String url = in.readLine(); url != null; url = in.readLine()) {
      String each = url;
      asked.put(CompletableFuture.supplyAsync(() -> answer(each), threads));
    }
    return 0;
  }

  private static void write(BlockingQueue<CompletableFuture<Answer>> asked, DataOutputStream out) {
    try {
      while (true) {
        Answer answer = asked.take().join();
        out.writeInt(answer.status);
        out.writeInt(answer.body.size());
        answer.body.writeTo(out);
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the parent does not listen any more", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Answer answer(String url) {
    try {
      HttpURLConnection connection = open(URI.create(url).toURL());
      int status = connection.getResponseCode();
      try (var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        return new Answer(status, stream == null ? ByteString.EMPTY : ByteString.copyFrom(stream.readNBytes(MAX_BODY_BYTES)));
      }
    } catch (IOException | IllegalArgumentException e) {
      return new Answer(0, ByteString.copyFromUtf8(String.valueOf(e.getMessage())));
    }
  }

  private static HttpURLConnection open(URL url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    if (connection instanceof HttpsURLConnection secure) {
      FiguresUrl.secure(secure, url);
    }
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestProperty("Accept", "application/json");
    return connection;
  }
}
