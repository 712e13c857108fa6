package dev.terra.lab.bed;

import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.os.Children;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A product's command that asks a controller, run where the testbed's controller can be reached: inside its network. In a source tree
 * with a testbed that is up this is what a command without {@code --controller} means.
 */
public final class TestbedController {
  /** Those that ask over the agents' port. */
  private static final Set<String> BY_AGENTS_PORT = Set.of("submit", "network");
  /** Those that ask over HTTP, where the usual address is that of the testbed's controller inside of its network. */
  private static final Set<String> OVER_HTTP = Set.of("status", "shuffles", "top", "links", "tunnels", "jobs", "events", "explain",
      "what-if", "drain", "restore", "forbid", "allow", "priority", "undo");
  private static final Set<String> OWN = Set.of("--controller", "--config", "--dry-run", "--help", "-h", "--version", "-V");
  private static final Set<String> ENVIRONMENT = Set.of("TERRA_CONTROLLER", "TERRA_CONFIG");
  private static final int CLIENT_MEGABYTES = 256;
  /** What a client takes to cancel and close at most, and a JVM to end. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  private final ProcessBuilder builder;

  private TestbedController(ProcessBuilder builder) {
    this.builder = builder;
  }

  /**
   * How to run a command line inside the testbed; empty where it does not ask a controller, says itself which, or no testbed is up.
   *
   * @param notice gets which testbed was chosen, and how to choose another controller
   */
  public static Optional<TestbedController> meantBy(List<String> arguments, Consumer<String> notice) {
    StateDirectory directory = StateDirectory.byDefault();
    if (!mayMeanTestbed(arguments) || isNamedBy(System.getenv(), arguments.get(0)) || directory.load().isEmpty()) {
      return Optional.empty();
    }
    Testbed testbed = Testbed.open(directory);
    List<String> command = new ArrayList<>(Commands.terra(CLIENT_MEGABYTES));
    command.addAll(arguments);
    if (BY_AGENTS_PORT.contains(arguments.get(0))) {
      command.addAll(Cluster.controllerOptions(testbed.directory(), testbed.addresses()));
    }
    notice.accept(arguments.get(0) + ": the controller of the testbed " + testbed.state().topology() + " in " + directory.root()
        + "; another one: --controller HOST:PORT");
    return Optional.of(new TestbedController(testbed.command(testbed.addresses().core().name(), command)));
  }

  /** Whether a command line is one that asks a controller and does not say which. */
  static boolean mayMeanTestbed(List<String> arguments) {
    return !arguments.isEmpty() && (BY_AGENTS_PORT.contains(arguments.get(0)) || OVER_HTTP.contains(arguments.get(0)))
        && arguments.stream().noneMatch(argument -> OWN.contains(argument.split("=", 2)[0]));
  }

  private static boolean isNamedBy(Map<String, String> environment, String command) {
    return OVER_HTTP.contains(command) && ENVIRONMENT.stream().anyMatch(environment::containsKey);
  }

  /** Runs it to its end, which a signal to this process brings about too. The exit code. */
  public int run() throws IOException, InterruptedException {
    Process inner = builder.inheritIO().start();
    Thread stop = new Thread(() -> Children.end(inner, STOP_PATIENCE), "testbed-command-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    return inner.waitFor();
  }
}
