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
import java.util.concurrent.TimeUnit;

/**
 * Fetches that each begin at a moment of their own, whatever the others take. {@code at MILLIS IP PORT JOB KEY REDUCE
 * BYTES} on its standard input adds a fetch, of the only map of a job. {@code run} begins all of them, counted from
 * then, and prints "took NANOSECONDS ..." in the order of the orders once all are done, or "failed REASON". A fetch
 * takes the time since its moment: a wait for this process counts too. It ends with its input.
 */
public final class TimedFetches {
  private final List<Order> orders = new ArrayList<>();
  private final ExecutorService threads;

  private record Order(long millis, OutputsClient client, int reduce, int bytes) {
    static Order of(String[] words) {
      return new Order(Long.parseLong(words[1]), new OutputsClient(words[2], words[3], words[4], words[5]), Integer.parseInt(words[6]),
          Integer.parseInt(words[7]));
    }
  }

  private TimedFetches(ExecutorService threads) {
    this.threads = threads;
  }

  /** Runs fetches. There are no arguments. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream answers = System.out;
    System.setOut(System.err); // Hadoop's logging must not mix with the answers
    ExecutorService threads = Executors.newCachedThreadPool();
    TimedFetches fetches = new TimedFetches(threads);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals("run")) {
        answers.println(fetches.run());
        answers.flush();
      } else {
        fetches.orders.add(Order.of(line.split(" ")));
      }
    }
    threads.shutdown();
  }

  private String run() throws InterruptedException {
    long start = System.nanoTime();
    List<Future<Long>> all = new ArrayList<>();
    for (Order order : orders) {
      long moment = start + TimeUnit.MILLISECONDS.toNanos(order.millis);
      TimeUnit.NANOSECONDS.sleep(moment - System.nanoTime());
      all.add(threads.submit(() -> {
        order.client.fetch(order.reduce, 0, 1, order.bytes);
        return System.nanoTime() - moment;
      }));
    }
    orders.clear();
    StringBuilder took = new StringBuilder("took");
    try {
      for (Future<Long> one : all) {
        took.append(' ').append(one.get());
      }
    } catch (ExecutionException e) {
      return "failed " + e.getCause();
    }
    return took.toString();
  }
}
