package dev.terra.shuffle.support;

import com.google.protobuf.ByteString;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.security.SecureShuffleUtils;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleHeader;

/** A client that fetches as MapReduce's reducers do: with Java's HTTP client, the job's token, and Hadoop's headers before each part. */
public final class Reducer {
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int IMPATIENT_MILLIS = 8_000;

  private final TestJob job;
  private final String host;
  private final int port;
  private int timeoutMillis = TIMEOUT_MILLIS;
  private String scheme = "http";
  private final Map<String, String> extraHeaders = new LinkedHashMap<>();

  /** An answer. It has parts only if the status is 200. */
  public record Answer(int status, Map<String, String> headers, List<TestJob.Part> parts) {}

  /** Creates a reducer that fetches parts of a job's outputs from a handler. */
  public Reducer(TestJob job, String host, int port) {
    this.job = job;
    this.host = host;
    this.port = port;
  }

  /** Makes this reducer fetch over TLS. */
  public Reducer overTls() {
    scheme = "https";
    return this;
  }

  /** Makes this reducer wait for eight seconds only; other reducers wait for twenty. */
  public Reducer impatient() {
    timeoutMillis = IMPATIENT_MILLIS;
    return this;
  }

  /** Makes this reducer send a header field, in place of the usual field of that name if there is one. */
  public Reducer with(String name, String value) {
    extraHeaders.put(name, value);
    return this;
  }

  /** Returns the path and query for some maps. */
  public String uri(int reduce, int... maps) {
    return "/mapOutput?job=" + job.id() + "&reduce=" + reduce + "&map="
        + Stream.of(maps).flatMapToInt(Arrays::stream).mapToObj(job::map).collect(Collectors.joining(","));
  }

  /** Fetches one reducer's parts of some maps. */
  public Answer fetch(int reduce, int... maps) throws IOException {
    return get(uri(reduce, maps));
  }

  /** Fetches any path and query, with its own signature. */
  public Answer get(String uri) throws IOException {
    return get(uri, uri, port);
  }

  /** Fetches one URI with the signature of another URI and another port. */
  public Answer get(String uri, String signedUri, int signedPort) throws IOException {
    URL url = URI.create(scheme + "://" + host + ":" + port + uri).toURL();
    String urlHash = SecureShuffleUtils.hashFromString(SecureShuffleUtils.buildMsgFrom(new URL("http", "", signedPort, signedUri)),
        job.key());
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    if (connection instanceof HttpsURLConnection encrypted) {
      encrypted.setSSLSocketFactory(TestTls.sockets());
    }
    connection.setConnectTimeout(timeoutMillis);
    connection.setReadTimeout(timeoutMillis);
    connection.setRequestProperty(SecureShuffleUtils.HTTP_HEADER_URL_HASH, urlHash);
    connection.setRequestProperty(ShuffleHeader.HTTP_HEADER_NAME, ShuffleHeader.DEFAULT_HTTP_HEADER_NAME);
    connection.setRequestProperty(ShuffleHeader.HTTP_HEADER_VERSION, ShuffleHeader.DEFAULT_HTTP_HEADER_VERSION);
    extraHeaders.forEach(connection::setRequestProperty);
    try {
      return read(connection, urlHash);
    } finally {
      connection.disconnect();
    }
  }

  private Answer read(HttpURLConnection connection, String urlHash) throws IOException {
    int status = connection.getResponseCode();
    Map<String, String> headers = new LinkedHashMap<>();
    connection.getHeaderFields().forEach((name, values) -> headers.put(String.valueOf(name).toLowerCase(Locale.ROOT),
        values.get(0)));
    if (status != HttpURLConnection.HTTP_OK) {
      return new Answer(status, headers, List.of());
    }
    SecureShuffleUtils.verifyReply(connection.getHeaderField(SecureShuffleUtils.HTTP_HEADER_REPLY_URL_HASH), urlHash, job.key());
    return new Answer(status, headers, parts(connection));
  }

  private static List<TestJob.Part> parts(HttpURLConnection connection) throws IOException {
    byte[] body = connection.getInputStream().readAllBytes();
    if (body.length != connection.getContentLengthLong()) {
      throw new IOException(body.length + " bytes of " + connection.getContentLengthLong());
    }
    List<TestJob.Part> parts = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(body))) {
      while (in.available() > 0) {
        String map = WritableUtils.readStringSafely(in, 1_000);
        long length = WritableUtils.readVLong(in);
        long rawLength = WritableUtils.readVLong(in);
        int reduce = WritableUtils.readVInt(in);
        parts.add(new TestJob.Part(map, reduce, ByteString.copyFrom(in.readNBytes((int) length)), rawLength));
      }
    }
    return parts;
  }
}
