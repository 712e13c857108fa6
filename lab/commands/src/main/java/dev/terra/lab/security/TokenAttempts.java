package dev.terra.lab.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Attempts to get the token of a controller's user from the commands of that user, and to gain priority by a queue's name. */
final class TokenAttempts {
  private static final String NAME = "admin token";
  private static final String ELSEWHERE = "127.82.9.9";
  private static final String LOOPBACK = "127.0.0.1";

  private final ProcessBed bed;

  TokenAttempts(ProcessBed bed) {
    this.bed = bed;
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    return List.of(
        new Attempt(NAME, "draw: a host that --controller names", () -> draw(ELSEWHERE, Trap::address)),
        new Attempt(NAME, "draw: another port of loopback", () -> draw(LOOPBACK, Trap::address)),
        new Attempt(NAME, "draw: the same by the name localhost", () -> draw(LOOPBACK, trap -> "http://localhost:" + trap.port())),
        new Attempt(NAME, "draw: the controller's address in front of another host",
            () -> draw(ELSEWHERE, trap -> "http://" + ProcessBed.text(bed.http()) + "@" + trap.address())),
        new Attempt(NAME, "draw: one of several controllers",
            () -> draw(ELSEWHERE, trap -> trap.address() + "," + ProcessBed.text(bed.http()))),
        new Attempt(NAME, "draw: a host that the environment names", () -> environment("TERRA_CONTROLLER")),
        new Attempt(NAME, "draw: a host that a file names", this::file),
        new Attempt(NAME, "draw: a redirect of the trap to the controller", this::redirect),
        new Attempt(NAME, "an operator on the controller's host is let in", this::operator),
        new Attempt("queues", "gain: a queue's priority by its name", this::queues));
  }

  private TrialOutcome outcome(Trap trap) throws IOException {
    if (trap.has(HttpReader.token(bed.token()))) {
      return TrialOutcome.served("the token came");
    }
    return TrialOutcome.refused(trap.wasVisited() ? "the command came without it" : "the command did not come");
  }

  private TrialOutcome draw(String ip, Function<Trap, String> controller) throws IOException, InterruptedException {
    try (Trap trap = Trap.at(ip)) {
      bed.run(Map.of(), "drain", "site", "A", "--timeout", "5", "--controller", controller.apply(trap));
      return outcome(trap);
    }
  }

  private TrialOutcome environment(String name) throws IOException, InterruptedException {
    try (Trap trap = Trap.at(ELSEWHERE)) {
      bed.run(Map.of(name, trap.address()), "status", "--timeout", "5");
      return outcome(trap);
    }
  }

  private TrialOutcome file() throws IOException, InterruptedException {
    try (Trap trap = Trap.at(ELSEWHERE)) {
      Path file = Files.writeString(bed.directory().resolve("terra.yaml"), "controller: " + trap.address() + "\n");
      bed.run(Map.of("TERRA_CONFIG", file.toString()), "status", "--timeout", "5");
      return outcome(trap);
    }
  }

  private TrialOutcome redirect() throws IOException, InterruptedException {
    String where = "http://" + ProcessBed.text(bed.http()) + "/api/v1/sites/A/drain";
    try (Trap trap = Trap.at(LOOPBACK, "307 Temporary Redirect\r\nLocation: " + where)) {
      ProcessBed.Ended ended = bed.run(Map.of(), "drain", "site", "A", "--timeout", "5", "--controller", trap.address());
      return ended.exitCode() == 0 ? TrialOutcome.served("the command was led elsewhere") : outcome(trap);
    }
  }

  private TrialOutcome operator() throws IOException, InterruptedException {
    ProcessBed.Ended ended = bed.run(
        Map.of(), "priority", "queue", "etl", "--priority", "2", "--controller", ProcessBed.text(bed.http()));
    return new TrialOutcome(ended.exitCode() == 0, ended.exitCode() == 0 ? "done" : "NOT DONE: " + ended.output());
  }

  /** Uses the name of a queue, which a job chooses itself. The controller must warn of this if the name has consequences. */
  private TrialOutcome queues() throws IOException, InterruptedException {
    Path file = Files.writeString(bed.directory().resolve("queues.yaml"),
        "topology: wan.yaml\nlisten: '127.82.0.3:0'\nhttp: {listen: off}\nqueues: {urgent: {priority: 5}}\n");
    bed.start("queues", "controller", "--config", file.toString());
    SuiteWait.await("a controller with queues", () -> says("queues", "the controller is ready"));
    bed.kill("queues");
    return says("queues", "INSECURE: 'queues'") ? TrialOutcome.refused("the controller says that it is the job's own word")
        : TrialOutcome.served("nobody says that it is the job's own word");
  }

  private boolean says(String process, String words) {
    try {
      return Files.readString(bed.log(process)).contains(words);
    } catch (IOException e) {
      return false;
    }
  }
}
