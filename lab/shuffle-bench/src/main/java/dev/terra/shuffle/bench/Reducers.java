package dev.terra.shuffle.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The fetch phases of reducers that fetch at the same time from one handler, each as MapReduce's does: with Java's HTTP
 * client, at most {@value #MAPS_PER_FETCH} maps a request. {@code fetch IP PORT JOB KEY MAPS REDUCERS BYTES PASSES} on
 * its standard input runs a phase, in which each reducer fetches its parts the given number of times. It prints
 * "fetched NANOSECONDS", or "failed REASON". It ends with its input.
 */
public final class Reducers {
  /** The maps of a request, as in Hadoop's scheduler of fetches. */
  private static final int MAPS_PER_FETCH = 20;

  private final OutputsClient client;
  private final int maps;
  private final int bytes;
  private final int passes;

  private Reducers(String[] order) {
    client = new OutputsClient(order[1], order[2], order[3], order[4]);
    maps = Integer.parseInt(order[5]);
    bytes = Integer.parseInt(order[7]);
    passes = Integer.parseInt(order[8]);
  }

  /** Runs reducers. There are no arguments. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream answers = System.out;
    System.setOut(System.err); // Hadoop's logging must not mix with the answers
    ExecutorService threads = Executors.newCachedThreadPool();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] order = line.split(" ");
      answers.println(new Reducers(order).phase(Integer.parseInt(order[6]), threads));
      answers.flush();
    }
    threads.shutdown();
  }

  private String phase(int reducers, ExecutorService threads) throws InterruptedException {
    long start = System.nanoTime();
    List<Future<Void>> all = new ArrayList<>();
    for (int reduce = 0; reduce < reducers; reduce++) {
      int number = reduce;
      all.add(threads.submit(() -> {
        reduce(number);
        return null;
      }));
    }
    try {
      for (Future<Void> one : all) {
        one.get();
      }
    } catch (ExecutionException e) {
      return "failed " + e.getCause();
    }
    return "fetched " + (System.nanoTime() - start);
  }

  private void reduce(int reduce) throws IOException {
    for (int pass = 0; pass < passes; pass++) {
      for (int first = 0; first < maps; first += MAPS_PER_FETCH) {
        client.fetch(reduce, first, Math.min(maps, first + MAPS_PER_FETCH), bytes);
      }
    }
  }
}
