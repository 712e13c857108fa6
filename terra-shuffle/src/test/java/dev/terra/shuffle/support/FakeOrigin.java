package dev.terra.shuffle.support;

import com.google.common.net.InetAddresses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;

/** A fake origin in site A that serves one body. It can stop in the middle of the body, or ignore a request to skip bytes. */
public final class FakeOrigin implements AutoCloseable {
  private final ServerSocket server = new ServerSocket(0, 50, InetAddresses.forString("127.0.1.1"));
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<Integer> cuts = new ConcurrentLinkedQueue<>();
  private final List<Long> skips = new CopyOnWriteArrayList<>();
  private final TestJob job;
  private final byte[] body;
  private final boolean skipping;

  /**
   * Starts an origin that serves a body. The n-th answer ends after as many bytes as the n-th cut states; answers after the last cut are
   * whole.
   */
  public FakeOrigin(TestJob job, byte[] body, boolean skipping, Integer... cutsInOrder) throws IOException {
    this.job = job;
    this.body = body.clone();
    this.skipping = skipping;
    cuts.addAll(new ArrayDeque<>(List.of(cutsInOrder)));
    threads.execute(this::accept);
  }

  /** Returns the port at which this origin listens. */
  public int port() {
    return server.getLocalPort();
  }

  /** Returns how many bytes each request asked to skip, in the order of the requests. */
  public List<Long> skips() {
    return skips;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      String hash = "";
      long wished = 0;
      for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        String lower = line.toLowerCase(Locale.ROOT);
        hash = lower.startsWith("urlhash:") ? line.substring(8).trim() : hash;
        wished = lower.startsWith("x-terra-skip:") ? Long.parseLong(line.substring(13).trim()) : wished;
      }
      skips.add(wished);
      answer(socket.getOutputStream(), hash, skipping ? (int) wished : 0);
    } catch (IOException e) {
      // The relay has given up this connection.
    }
  }

  private void answer(OutputStream out, String hash, int skip) throws IOException {
    String reply = SecureShuffleUtils.generateHash(hash.getBytes(StandardCharsets.UTF_8), job.key());
    String head = "HTTP/1.1 200 OK\r\nReplyHash: " + reply + "\r\nContent-Length: " + (body.length - skip) + "\r\n"
        + (skip > 0 ? "X-Terra-Skipped: " + skip + "\r\n" : "") + "\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    Integer cut = cuts.poll();
    out.write(body, skip, cut == null ? body.length - skip : cut);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }
}
