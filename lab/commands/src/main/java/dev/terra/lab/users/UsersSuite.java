package dev.terra.lab.users;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.terra.cli.progress.Progress;
import dev.terra.lab.cluster.DemoCluster;
import dev.terra.lab.cluster.DemoJob;
import dev.terra.lab.cluster.JobClient;
import dev.terra.lab.demo.JobRunner;
import dev.terra.lab.engine.Engine;
import dev.terra.lab.users.Approach.Target;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.Host;
import dev.terra.testbed.plan.Host.Role;
import dev.terra.testbed.secure.Account;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Runs two users' jobs at once. Meanwhile, a process with all rights of one user tries to read a map output of the
 * other user's job.
 */
final class UsersSuite {
  /** The time for outputs of both jobs, whose containers run on few cores. */
  private static final Duration OUTPUT_PATIENCE = Duration.ofMinutes(3);
  private static final Duration JOB_PATIENCE = Duration.ofMinutes(10);
  private static final long POLL_MILLIS = 100;

  private final Testbed testbed;
  private final DemoCluster cluster;
  private final Engine engine;
  private final Progress progress;
  private final ObjectMapper json = new ObjectMapper();

  UsersSuite(Testbed testbed, JobRunner runner) {
    this.testbed = testbed;
    this.cluster = runner.cluster();
    this.engine = runner.engine();
    this.progress = runner.progress();
  }

  /**
   * Returns the rows of all attempts.
   *
   * @param jobs alice's and the analyst's
   */
  List<UsersRow> run(List<DemoJob> jobs) throws IOException, InterruptedException {
    List<UsersRow> rows = new ArrayList<>();
    try (JobClient alices = engine.submit(cluster, jobs.get(0), "users", false);
        JobClient analysts = engine.submit(cluster, jobs.get(1), "users", false)) {
      RunningOutput output = await(alices, "a map output of " + jobs.get(0).name(),
          application -> RunningOutput.find(testbed, Account.ALICE.name(), application));
      byte[] own = await(alices, "its tokens", application -> RunningOutput.secret(testbed, Account.ALICE.name(), application));
      byte[] others = await(analysts, "tokens of " + jobs.get(1).name(),
          application -> RunningOutput.secret(testbed, Account.ANALYST.name(), application));
      progress.say("a map output of alice's is on %s; the analyst's process asks for it at every port", output.host().name());
      rows.addAll(files());
      rows.addAll(ports(output, own, others));
      rows.add(end(alices));
      rows.add(end(analysts));
    }
    return rows;
  }

  /** Finds something that a running application has, sooner or later. */
  private interface Sight<T> {
    Optional<T> of(String application) throws IOException;
  }

  private static <T> T await(JobClient client, String what, Sight<T> sight) throws IOException {
    List<T> seen = new ArrayList<>();
    Waiting.until(OUTPUT_PATIENCE, POLL_MILLIS, () -> {
      try {
        if (client.application().isPresent()) {
          sight.of(client.application().get()).ifPresent(seen::add);
        }
        return !seen.isEmpty() || !client.isRunning();
      } catch (UncheckedIOException | IOException e) {
        return false; // files of a running job appear and disappear
      }
    });
    if (seen.isEmpty()) {
      throw client.failure("never had " + what);
    }
    return seen.get(0);
  }

  private List<UsersRow> ports(RunningOutput output, byte[] own, byte[] others) throws IOException, InterruptedException {
    String path = output.path(0);
    List<Process> strangers = new ArrayList<>();
    List<Host> from = List.of(output.host(), otherWorker(output.host()));
    try {
      for (Host host : from) {
        Approach approach = new Approach(targets(host, output.host()), path, RunningOutput.signature(others, path),
            RunningOutput.signature(own, path), output.samples());
        strangers.add(start(host, approach));
      }
      List<UsersRow> rows = new ArrayList<>();
      for (int i = 0; i < strangers.size(); i++) {
        String place = "from " + from.get(i).name() + ": ";
        answers(strangers.get(i)).forEach(answer -> {
          UsersRow row = UsersRow.of(answer);
          rows.add(new UsersRow(row.port(), place + row.attempt(), row.outcome(), row.holds()));
        });
      }
      return rows;
    } finally {
      strangers.forEach(Process::destroyForcibly);
    }
  }

  private Host otherWorker(Host host) {
    return testbed.addresses().hosts(Role.WORKER).stream().filter(other -> !other.site().equals(host.site())).findFirst().orElseThrow();
  }

  private List<Target> targets(Host from, Host withOutput) throws IOException {
    List<Target> targets = new ArrayList<>();
    for (Host host : testbed.addresses().hosts()) {
      ListeningPorts ports = listening(host);
      targets.add(new Target(host.name(), host.ip(), ports.forAll(), host.equals(withOutput)));
      if (host.equals(from)) {
        targets.add(new Target(host.name() + " (loopback)", "127.0.0.1", ports.forTheHost(), false));
      }
    }
    return targets;
  }

  private ListeningPorts listening(Host host) throws IOException {
    Process tables = testbed.command(host.name(), List.of("sh", "-c", "cat /proc/net/tcp; cat /proc/net/tcp6 2>/dev/null || true"))
        .redirectError(ProcessBuilder.Redirect.DISCARD).start();
    return ListeningPorts.parse(new String(tables.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
  }

  private Process start(Host host, Approach approach) throws IOException {
    Process process = testbed.command(host.name(), List.of(OwnJava.command(), "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
            "-Djava.net.preferIPv4Stack=true", "-cp", System.getProperty("java.class.path"), "dev.terra.lab.Laboratory", "hostile-reads"))
        .redirectError(ProcessBuilder.Redirect.appendTo(testbed.directory().file("log", host.name() + "-hostile-reads.log").toFile()))
        .start();
    try (var in = process.getOutputStream()) {
      in.write(json.writeValueAsBytes(approach));
    }
    return process;
  }

  private List<PortAnswer> answers(Process process) throws IOException, InterruptedException {
    byte[] text = process.getInputStream().readAllBytes();
    if (process.waitFor() != 0) {
      throw new IOException("the hostile process ended with " + process.exitValue() + "; logs: " + testbed.directory().keptLogs());
    }
    return json.readValue(text, new TypeReference<>() { });
  }

  private List<UsersRow> files() throws IOException {
    String alices = "*/usercache/" + Account.ALICE.name() + "/*";
    List<UsersRow> rows = new ArrayList<>(List.of(files(Account.ALICE, alices, true), files(Account.ANALYST, alices, false)));
    for (String secrets : List.of("*/nmPrivate/*", "*/keytabs/*", "*/key.pem", "*/store.jks", "*/spool/*")) {
      rows.add(files(Account.ANALYST, secrets, false));
    }
    return rows;
  }

  /** Searches each folder of the testbed: no user may list these folders, but their names are not secret. */
  private UsersRow files(Account account, String pattern, boolean some) throws IOException {
    String id = Integer.toString(account.id());
    List<String> command = new ArrayList<>(List.of("setpriv", "--reuid=" + id, "--regid=" + id, "--clear-groups", "find"));
    try (Stream<Path> folders = Files.list(testbed.directory().root())) {
      folders.map(Path::toString).forEach(command::add);
    }
    command.addAll(List.of("-type", "f", "-path", pattern, "-readable"));
    Process find = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).directory(new File("/")).start();
    long count = new String(find.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().count();
    return new UsersRow("files " + pattern, account.name() + " looks for what can be read", count + " files", some == (count > 0));
  }

  private UsersRow end(JobClient client) throws IOException, InterruptedException {
    Waiting.until(JOB_PATIENCE, POLL_MILLIS, () -> !client.isRunning());
    return new UsersRow("job " + client.name(), "is not disturbed", engine.outcome(cluster, client).seconds() + " s", true);
  }
}
