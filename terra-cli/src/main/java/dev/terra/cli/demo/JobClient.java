package dev.terra.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.terra.cli.net.HttpGateway;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One client that submits a job and waits for it. Its output goes to a log file; the application's id is read from it. */
final class JobClient implements AutoCloseable {
  private static final Pattern APPLICATION = Pattern.compile("\\b(?:job|application)_(\\d+_\\d{4,})\\b");
  private static final int STOP_SECONDS = 5;

  private final String name;
  private final Path log;
  private final Process process;
  private final Thread reader;
  private volatile String application;

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
      // the client's end closes its output; what is missing shows in the outcome
    }
  }

  String name() {
    return name;
  }

  /** Where its output is. */
  Path log() {
    return log;
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Waits until all that the client wrote is in the log; true if it ended well. To be called once it has ended. */
  boolean endedWell() throws InterruptedException {
    reader.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    return process.exitValue() == 0;
  }

  /**
   * How long the application ran as the ResourceManager saw it, from submission to the end, in seconds. To be called once the client
   * has ended.
   *
   * @throws IOException if the job failed or was never submitted, with the place of the client's log
   */
  double applicationSeconds(HttpGateway gateway, String resourceManagerUrl) throws IOException, InterruptedException {
    boolean well = endedWell();
    if (application == null) {
      throw new IOException("job " + name + " was never submitted; see " + log);
    }
    Optional<JsonNode> app = gateway.get(resourceManagerUrl + "/ws/v1/cluster/apps/" + application).map(node -> node.path("app"));
    if (app.isEmpty()) {
      throw new IOException("the ResourceManager does not answer about " + application + " of job " + name);
    }
    if (!well || !app.get().path("finalStatus").asText().equals("SUCCEEDED")) {
      throw new IOException("job " + name + " failed: " + app.get().path("diagnostics").asText() + " (client log: " + log + ")");
    }
    return app.get().path("elapsedTime").asLong() / 1000.0;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
