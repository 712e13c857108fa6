package dev.terra.controller.yarn;

import dev.terra.api.process.Guard;
import dev.terra.api.process.OneShot;
import dev.terra.controller.core.queue.QueueAnswer;
import dev.terra.controller.core.shuffle.YarnApplication;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * One request to one ResourceManager. It uses the JDK's older HTTP client, which answers a challenge for Kerberos (SPNEGO) with the
 * ticket of the process's user. Redirects are not followed, since a standby ResourceManager redirects to the active one, whose
 * address is configured, too.
 */
final class ApplicationRequest {
  /** The time limit of a request, in nanoseconds. A ResourceManager answers in milliseconds; after this time, the next one is asked. */
  static final long MOST_NANOS = 5_000_000_000L;
  /** The largest answer in bytes. An application without its resource requests has 3 KiB, and its diagnostics have some more. */
  static final int MOST_BYTES = 256 << 10;
  private static final int CONNECT_MILLIS = 2_000;
  private static final int READ_MILLIS = 3_000;
  private static final int BUFFER_BYTES = 8 << 10;
  /** The query that leaves out the containers for which the application still waits. They may be thousands of lines. */
  private static final String WITHOUT = "?deSelects=resourceRequests";
  private static final int REDIRECTION = 3;
  private static final int HUNDREDS = 100;

  private final @Nullable SSLContext tls;
  private final ScheduledExecutorService executor;
  private final Guard guard;
  private final LongSupplier ticker;

  /** Creates requests whose time limits the executor enforces. */
  ApplicationRequest(@Nullable SSLContext tls, ScheduledExecutorService executor, Guard guard, LongSupplier ticker) {
    this.tls = tls;
    this.executor = executor;
    this.guard = guard;
    this.ticker = ticker;
  }

  /**
   * Sends a request and waits for the answer.
   *
   * @throws IOException if the answer does not come in time, or is not one of an active ResourceManager
   */
  QueueAnswer send(URI manager, YarnApplication application) throws IOException {
    long endNanos = ticker.getAsLong() + MOST_NANOS;
    HttpURLConnection connection = open(URI.create(manager + "/ws/v1/cluster/apps/" + application.id() + WITHOUT));
    try {
      int status = status(connection);
      return answer(connection, status, application, endNanos);
    } finally {
      connection.disconnect();
    }
  }

  private HttpURLConnection open(URI uri) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    if (tls != null && connection instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(tls.getSocketFactory());
    }
    connection.setConnectTimeout(CONNECT_MILLIS);
    connection.setReadTimeout(READ_MILLIS);
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    connection.setRequestProperty("Accept", "application/json");
    connection.setRequestProperty("Connection", "close");
    return connection;
  }

  /**
   * Returns the status code. Each read has a limit of its own, which a server that sends one byte at a time never exceeds; so the
   * whole head has a limit, too.
   */
  private int status(HttpURLConnection connection) throws IOException {
    OneShot limit = OneShot.after(executor, MOST_NANOS, TimeUnit.NANOSECONDS, guard, connection::disconnect);
    try {
      return connection.getResponseCode();
    } finally {
      limit.cancel();
    }
  }

  private QueueAnswer answer(HttpURLConnection connection, int status, YarnApplication application, long endNanos) throws IOException {
    if (status == HttpURLConnection.HTTP_OK) {
      return ApplicationJson.answer(application, body(connection.getInputStream(), endNanos));
    } else if (status == HttpURLConnection.HTTP_NOT_FOUND && connection.getErrorStream() != null
        && ApplicationJson.saysNotFound(body(connection.getErrorStream(), endNanos))) {
      return QueueAnswer.unknown();
    }
    throw new IOException(problem(status));
  }

  private static String problem(int status) {
    if (status / HUNDREDS == REDIRECTION) {
      return "it is in standby, and redirects";
    }
    return switch (status) {
      case HttpURLConnection.HTTP_UNAUTHORIZED -> "HTTP 401: it requires Kerberos, and the controller's user has no ticket (kinit)";
      case HttpURLConnection.HTTP_FORBIDDEN -> "HTTP 403: the controller's user may not read it";
      case HttpURLConnection.HTTP_NOT_FOUND -> "HTTP 404: there is no ResourceManager's REST interface";
      case -1 -> "the answer is not HTTP";
      default -> "HTTP " + status;
    };
  }

  private byte[] body(InputStream in, long endNanos) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      body.write(buffer, 0, read);
      if (body.size() > MOST_BYTES) {
        throw new IOException("the answer has more than " + MOST_BYTES + " bytes");
      } else if (ticker.getAsLong() - endNanos > 0) {
        throw new IOException("the answer takes longer than " + TimeUnit.NANOSECONDS.toSeconds(MOST_NANOS) + " s");
      }
    }
    return body.toByteArray();
  }
}
