package dev.terra.shuffle.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Readers that repeatedly fetch a broadcast's outputs, one output a request and one request at a time each. {@code read
 * IP PORT JOB KEY OUTPUTS BYTES READERS ORDER} on its standard input begins with one broadcast, whose readers take any
 * output next ({@code any}) or each in turn ({@code in-turn}), and prints "reading". {@code count} prints "read
 * NANOSECONDS FAILED BYTES ...": a time, how many fetches failed, and the bytes of each broadcast so far. It ends with
 * its input.
 */
public final class LoopingReaders {
  /** The pause before a failed fetch is repeated, as in engines. */
  private static final long AGAIN_MILLIS = 200;

  private final List<AtomicLong> bytesByBroadcast = new ArrayList<>();
  private final AtomicLong failed = new AtomicLong();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private LoopingReaders() {}

  /** Runs readers. There are no arguments. */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    System.setOut(System.err); // Hadoop's logging must not mix with the answers
    LoopingReaders readers = new LoopingReaders();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      answers.println(line.equals("count") ? readers.count() : readers.begin(line.split(" ")));
      answers.flush();
    }
    System.exit(0); // readers run without an end
  }

  private String count() {
    String bytes = bytesByBroadcast.stream().map(AtomicLong::toString).collect(Collectors.joining(" "));
    return "read " + System.nanoTime() + " " + failed + " " + bytes;
  }

  private String begin(String[] order) {
    OutputsClient client = new OutputsClient(order[1], order[2], order[3], order[4], OutputsClient.OF_DAG);
    int outputs = Integer.parseInt(order[5]);
    int bytes = Integer.parseInt(order[6]);
    boolean inTurn = order[8].equals("in-turn");
    AtomicInteger turn = new AtomicInteger();
    AtomicLong read = new AtomicLong();
    bytesByBroadcast.add(read);
    for (int reader = 0; reader < Integer.parseInt(order[7]); reader++) {
      Random random = new Random(reader);
      threads.execute(() -> {
        while (!Thread.currentThread().isInterrupted()) {
          int output = inTurn ? Math.floorMod(turn.getAndIncrement(), outputs) : random.nextInt(outputs);
          fetch(client, output, bytes, read);
        }
      });
    }
    return "reading";
  }

  private void fetch(OutputsClient client, int output, int bytes, AtomicLong read) {
    try {
      client.fetch(0, output, output + 1, bytes);
      read.addAndGet(bytes);
    } catch (IOException | RuntimeException e) {
      failed.incrementAndGet();
      System.err.println("a fetch of output " + output + " failed: " + e);
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
