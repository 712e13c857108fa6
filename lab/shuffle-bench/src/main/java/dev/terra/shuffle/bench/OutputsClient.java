package dev.terra.shuffle.bench;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.crypto.SecretKey;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/**
 * A client that fetches outputs of one job from one handler as the readers of MapReduce and Tez do: with Java's HTTP
 * client. It is thread-safe.
 */
final class OutputsClient {
  /** The name of the output of a map, by the digits of its job. */
  static final String MAP = "attempt_%s_m_%%06d_0";
  /** The name of the only output of a task in the first vertex of a DAG. */
  static final String OF_DAG = "attempt_%s_1_00_%%06d_0_10003";
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int MAX_NAME = 1_000;
  /** The longest silence of a handler. A fetch takes seconds; a handler that is silent for longer has failed. */
  private static final int TIMEOUT_MILLIS = 60_000;

  private final String handler;
  private final String job;
  private final String output;
  private final SecretKey key;

  /** Makes a client of a handler and a job of MapReduce; the key is in hexadecimal digits. */
  OutputsClient(String ip, String port, String job, String key) {
    this(ip, port, job, key, MAP);
  }

  /** Makes a client of a handler and a job whose outputs have names of this form. */
  OutputsClient(String ip, String port, String job, String key, String form) {
    this.handler = "http://" + ip + ":" + port;
    this.job = job;
    this.output = form(job, form);
    this.key = JobTokenSecretManager.createSecretKey(HexFormat.of().parseHex(key));
  }

  /** Returns the form of the names of a job's outputs, by the number of the task that made them. */
  static String form(String job, String form) {
    return String.format(Locale.ROOT, form, job.replaceFirst("^job_", ""));
  }

  /** Fetches the parts of some maps for one reducer, with the given bytes each, in one request. */
  void fetch(int reduce, int firstMap, int endMap, int bytes) throws IOException {
    String names =
        IntStream.range(firstMap, endMap).mapToObj(map -> String.format(Locale.ROOT, output, map)).collect(Collectors.joining(","));
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
      for (int map = firstMap; map < endMap; map++) {
        readPart(in, String.format(Locale.ROOT, output, map), reduce, bytes);
      }
    }
  }

  private static void readPart(DataInputStream in, String map, int reduce, int bytes) throws IOException {
    String name = WritableUtils.readStringSafely(in, MAX_NAME);
    long length = WritableUtils.readVLong(in);
    WritableUtils.readVLong(in);
    if (!name.equals(map) || WritableUtils.readVInt(in) != reduce || length != bytes) {
      throw new IOException("expected " + map + " for " + reduce + ", got " + name + ", " + length + " bytes");
    }
    in.skipNBytes(length);
  }
}
