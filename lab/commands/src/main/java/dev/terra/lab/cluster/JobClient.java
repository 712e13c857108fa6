package dev.terra.lab.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.lab.bed.HttpGateway;
import dev.terra.testbed.os.Children;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A client that submits a job and waits for it. Its output is written to a log file; the application's id is read from it. */
public final class JobClient implements AutoCloseable {
  private static final Pattern APPLICATION = Pattern.compile("\\b(?:job|application)_(\\d+_\\d{4,})\\b");
  private static final int STOP_SECONDS = 5;
  /**
   * The polls until an application has ended. An application master that has done its work ends within 5 s with
   * MapReduce, 10 s with Tez.
   */
  private static final int MAX_POLLS = 200;
  private static final long POLL_MILLIS = 200;
  private static final long SUBMIT_POLL_MILLIS = 20;
  private static final int LAST_LINES = 15;

  private final String name;
  private final Path log;
  private final Process process;
  private final Thread reader;
  private volatile String application;
  private volatile long endMillis;

  JobClient(String name, ProcessBuilder client, Path log) throws IOException {
    this.name = name;
    this.log = log;
    process = client.redirectErrorStream(true).start();
    reader = new Thread(this::read, "client-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (Writer out = Files.newBufferedWriter(log);
        BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        out.write(line + "\n");
        out.flush();
        Matcher matcher = APPLICATION.matcher(line);
        if (matcher.find()) {
          application = "application_" + matcher.group(1);
        }
      }
    } catch (IOException e) {
      // the client's end closes its output; missing output shows in the outcome
    } finally {
      endMillis = System.currentTimeMillis();
    }
  }

  public String name() {
    return name;
  }

  /** Returns the id of the application that runs the job; empty until the client has printed it. */
  public Optional<String> application() {
    return Optional.ofNullable(application);
  }

  /**
   * Waits until the application has an id, the client has ended, or the time is up: YARN serves first the applications
   * that come first.
   */
  public void awaitSubmitted(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (application == null && process.isAlive() && System.nanoTime() < deadline) {
      Thread.sleep(SUBMIT_POLL_MILLIS);
    }
  }

  /** Returns the log file of the client's output. */
  public Path log() {
    return log;
  }

  public boolean isRunning() {
    return process.isAlive();
  }

  /** Waits until all output of the client is in the log, and returns whether the client succeeded. The client must have ended. */
  public boolean endedWell() throws InterruptedException {
    awaitOutput();
    return process.exitValue() == 0;
  }

  /**
   * Checks that the client succeeded. The client must have ended.
   *
   * @throws IOException if the client failed, with the last lines of its output
   */
  public void requireGoodEnd() throws IOException, InterruptedException {
    if (!endedWell()) {
      throw failure("failed");
    }
  }

  private void awaitOutput() throws InterruptedException {
    reader.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
  }

  /**
   * Returns how long the application ran by the ResourceManager's figures, from submission to the end, in seconds. The
   * client must have ended. The ResourceManager also decides whether the job succeeded, not the client: a client that
   * queries its application master later than 5 s after the job, when the master has ended, fails if there is no
   * history server.
   *
   * @throws IOException if the job failed or was never submitted, with the last lines of the client's output
   */
  public double applicationSeconds(HttpGateway gateway, String resourceManagerUrl) throws IOException, InterruptedException {
    return finishedApplication(gateway, resourceManagerUrl).path("elapsedTime").asLong() / 1000.0;
  }

  /**
   * Returns how long the application ran until the client had its answer, otherwise as {@link #applicationSeconds}. It
   * returns only when the application has ended too. An application can succeed although its job fails; the job has
   * failed if its client has.
   */
  public double secondsUntilClientEnd(HttpGateway gateway, String resourceManagerUrl) throws IOException, InterruptedException {
    JsonNode app = finishedApplication(gateway, resourceManagerUrl);
    requireGoodEnd();
    return (endMillis - app.path("startedTime").asLong()) / 1000.0;
  }

  private JsonNode finishedApplication(HttpGateway gateway, String resourceManagerUrl) throws IOException, InterruptedException {
    awaitOutput();
    if (application == null) {
      throw failure("was never submitted");
    }
    JsonNode app = application(gateway, resourceManagerUrl);
    for (int polls = 0; polls < MAX_POLLS && app.path("finalStatus").asText().equals("UNDEFINED"); polls++) {
      Thread.sleep(POLL_MILLIS);
      app = application(gateway, resourceManagerUrl);
    }
    if (!app.path("finalStatus").asText().equals("SUCCEEDED")) {
      throw failure("failed (final status " + app.path("finalStatus").asText() + ": " + app.path("diagnostics").asText().strip() + ")");
    }
    return app;
  }

  /**
   * Returns an exception for a job that failed. It quotes the last lines of the log, since the log is deleted with the
   * testbed.
   */
  public IOException failure(String what) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return new IOException(name + application().map(id -> " (" + id + ") ").orElse(" ") + what + "; the last that its client said:\n"
        + String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size())));
  }

  private JsonNode application(HttpGateway gateway, String resourceManagerUrl) throws IOException {
    return gateway.get(resourceManagerUrl + "/ws/v1/cluster/apps/" + application).map(node -> node.path("app"))
        .orElseThrow(() -> new IOException("the ResourceManager does not answer about " + application + " of job " + name));
  }

  @Override
  public void close() {
    Children.end(process);
  }
}
