package dev.terra.agent.support;

import dev.terra.api.v1.FetchDecision;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One job with outputs at A and a reader at B, on a {@link TestWan}. */
public final class Shuffle implements AutoCloseable {
  /** The job's id. */
  public static final String JOB = "job_1_1";
  /** The reducer that reads. */
  public static final int REDUCE = 1;

  private final TestWan wan;
  private final FakeHandler origin;
  private final FakeHandler reader;
  private final List<String> maps = new ArrayList<>();

  /** Attaches the handlers and waits for the tunnels. */
  public Shuffle(TestWan wan) throws Exception {
    this.wan = wan;
    origin = wan.handler("A", 10);
    reader = wan.handler("B", 10);
    wan.awaitTunnels("A-B", "A-C-B");
  }

  public FakeHandler origin() {
    return origin;
  }

  public FakeHandler reader() {
    return reader;
  }

  public List<String> maps() {
    return maps;
  }

  /** Finishes this many maps, each with this many bytes for the reader. */
  public Shuffle maps(int count, int bytes) {
    for (int i = 0; i < count; i++) {
      String map = String.format("attempt_1_1_m_%06d_0", maps.size());
      origin.finishMap(JOB, map, 100, bytes);
      maps.add(map);
    }
    return this;
  }

  /**
   * Offers the fetch once an offer without segments is redirected. The directory of handlers takes a moment to arrive, and segments that
   * take the stock path until then are not pushed.
   */
  public Shuffle redirected() {
    Await.until("redirect", () -> offer(List.of()).getKind() == FetchDecision.Kind.REDIRECT);
    Await.until("redirect", () -> offer().getKind() == FetchDecision.Kind.REDIRECT);
    return this;
  }

  /** Offers the fetch once. Returns the decision. */
  public FetchDecision offer() {
    return offer(maps);
  }

  private FetchDecision offer(List<String> some) {
    try {
      return origin.offer(JOB, REDUCE, reader.ip(), some);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Returns the bytes that the reader has to get. */
  public byte[] expected() {
    return origin.bytes(JOB, REDUCE, maps);
  }

  /** Fetches all segments. */
  public FetchClient.Answer fetch() throws IOException {
    return FetchClient.fetch(reader.ip(), wan.fetchAddress("B"), JOB, REDUCE, origin.ip(), maps);
  }

  /** Fetches all segments in the background. */
  public CompletableFuture<FetchClient.Answer> fetching() {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return fetch();
      } catch (IOException e) {
        throw new CompletionException(e);
      }
    });
  }

  /** Waits until this many bytes have been acknowledged on both paths together. */
  public void awaitDelivered(long bytes) {
    Await.until(bytes + " bytes delivered", () -> wan.delivered("A-B") + wan.delivered("A-C-B") >= bytes);
  }

  @Override
  public void close() {
    origin.close();
    reader.close();
  }
}
