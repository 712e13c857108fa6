package dev.terra.shuffle.bench;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.SecretKey;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/**
 * The fetch phases of reducers that fetch at the same time from one handler, each as MapReduce's does: Java's HTTP client, at most
 * {@value #MAPS_PER_FETCH} maps a request. {@code fetch IP PORT JOB KEY MAPS REDUCERS BYTES PASSES} on its standard input runs one, in
 * which each fetches its parts so often; it says "fetched NANOSECONDS", or "failed REASON". Ends with its input.
 */
public final class Reducers {
  /** As Hadoop's scheduler of fetches hands out. */
  private static final int MAPS_PER_FETCH = 20;
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int MAX_NAME = 1_000;
  /** A phase takes seconds; a handler that is silent for so long has failed. */
  private static final int TIMEOUT_MILLIS = 60_000;

  private final String handler;
  private final String job;
  private final SecretKey key;
  private final int maps;
  private final int bytes;
  private final int passes;

  private Reducers(String[] order) {
    handler = "http://" + order[1] + ":" + order[2];
    job = order[3];
    key = JobTokenSecretManager.createSecretKey(HexFormat.of().parseHex(order[4]));
    maps = Integer.parseInt(order[5]);
    bytes = Integer.parseInt(order[7]);
    passes = Integer.parseInt(order[8]);
  }

  /** No arguments. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream answers = System.out;
    System.setOut(System.err); // what Hadoop logs is no answer
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
        fetch(reduce, first, Math.min(maps, first + MAPS_PER_FETCH));
      }
    }
  }

  private void fetch(int reduce, int first, int end) throws IOException {
    String attempt = job.replaceFirst("^job_", "attempt_") + "_m_%06d_0";
    String names = IntStream.range(first, end).mapToObj(map -> String.format(Locale.ROOT, attempt, map)).collect(Collectors.joining(","));
    URL url = URI.create(handler + "/mapOutput?job=" + job + "&reduce=" + reduce + "&map=" + names).toURL();
    String hash = SecureShuffleUtils.hashFromString(SecureShuffleUtils.buildMsgFrom(url), key);
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestProperty(SecureShuffleUtils.HTTP_HEADER_URL_HASH, hash);
    connection.setRequestProperty(ShuffleHeader.HTTP_HEADER_NAME, ShuffleHeader.DEFAULT_HTTP_HEADER_NAME);
    connection.setRequestProperty(ShuffleHeader.HTTP_HEADER_VERSION, ShuffleHeader.DEFAULT_HTTP_HEADER_VERSION);
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(connection.getInputStream(), BUFFER_BYTES))) {
      SecureShuffleUtils.verifyReply(connection.getHeaderField(SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH), hash, key);
      for (int map = first; map < end; map++) {
        readPart(in, String.format(Locale.ROOT, attempt, map), reduce);
      }
    }
  }

  private void readPart(DataInputStream in, String map, int reduce) throws IOException {
    String name = WritableUtils.readStringSafely(in, MAX_NAME);
    long length = WritableUtils.readVLong(in);
    WritableUtils.readVLong(in);
    if (!name.equals(map) || WritableUtils.readVInt(in) != reduce || length != bytes) {
      throw new IOException("expected " + map + " for " + reduce + ", got " + name + ", " + length + " bytes");
    }
    in.skipNBytes(length);
  }
}
