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
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One client of YARN that submits a sort, Hadoop's own TeraSort, and waits for it. Its output goes to a log file; the application's
 * id is read from it.
 */
final class SortClient implements AutoCloseable {
  private static final Pattern APPLICATION = Pattern.compile("Running job: job_(\\d+_\\d+)");
  private static final int STOP_SECONDS = 5;
  /** The client reads these over the WAN before it submits; enough to give reducers equal shares within a few per cent. */
  private static final int SAMPLED_ROWS = 5_000;

  private final String name;
  private final Path log;
  private final Process process;
  private final Thread reader;
  private volatile String application;

  /** How long an application ran, as the ResourceManager saw it: from submission to the end. */
  record Outcome(boolean succeeded, double seconds, String diagnostics) {}

  SortClient(String name, ProcessBuilder client, Path log) throws IOException {
    this.name = name;
    this.log = log;
    process = client.redirectErrorStream(true).start();
    reader = new Thread(this::read, "client-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * TeraSort's arguments: as many reducers as sites, one copy of the output as of everything else on the testbed, and no speculative
   * attempts, which on a few shared cores start at random and would make runs hard to compare.
   */
  static List<String> arguments(DemoPlan.SortJob job, String run, int reducers) {
    return List.of("org.apache.hadoop.examples.terasort.TeraSort", "-Dmapreduce.job.reduces=" + reducers,
        "-Dmapreduce.terasort.output.replication=1", "-Dmapreduce.terasort.partitions.sample=" + SAMPLED_ROWS,
        "-Dmapreduce.map.speculative=false", "-Dmapreduce.reduce.speculative=false", "-Dmapreduce.job.name=" + job.name(),
        DemoPlan.input(job), DemoPlan.output(job, run));
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

  boolean isRunning() {
    return process.isAlive();
  }

  /**
   * The outcome once the client has ended.
   *
   * @throws IOException if the job was never submitted, with the place of the client's log
   */
  Outcome outcome(HttpGateway gateway, String resourceManagerUrl) throws IOException, InterruptedException {
    reader.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    if (application == null) {
      throw new IOException("job " + name + " was never submitted; see " + log);
    }
    Optional<JsonNode> app = gateway.get(resourceManagerUrl + "/ws/v1/cluster/apps/" + application).map(node -> node.path("app"));
    if (app.isEmpty()) {
      throw new IOException("the ResourceManager does not answer about " + application + " of job " + name);
    }
    boolean succeeded = process.exitValue() == 0 && app.get().path("finalStatus").asText().equals("SUCCEEDED");
    return new Outcome(succeeded, app.get().path("elapsedTime").asLong() / 1000.0,
        app.get().path("diagnostics").asText() + " (client log: " + log + ")");
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
