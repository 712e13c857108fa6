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
 * A command of the product that connects to a controller, run inside the testbed's network, where the testbed's
 * controller is reachable. In a source tree with a running testbed, a command without {@code --controller} is run like
 * this.
 */
public final class TestbedController {
  /** The commands that connect to the agents' port. */
  private static final Set<String> BY_AGENTS_PORT = Set.of("submit", "network");
  /** The commands that use HTTP, for which the usual address is that of the testbed's controller inside of its network. */
  private static final Set<String> OVER_HTTP = Set.of("status", "shuffles", "top", "links", "tunnels", "jobs", "events", "explain",
      "what-if", "drain", "restore", "forbid", "allow", "priority", "undo");
  private static final Set<String> OWN = Set.of("--controller", "--config", "--dry-run", "--help", "-h", "--version", "-V");
  private static final Set<String> ENVIRONMENT = Set.of("TERRA_CONTROLLER", "TERRA_CONFIG");
  private static final int CLIENT_MEGABYTES = 256;
  /** The longest time that a client takes to cancel and close, and a JVM to end. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  private final ProcessBuilder builder;

  private TestbedController(ProcessBuilder builder) {
    this.builder = builder;
  }

  /**
   * Returns how to run a command line inside the testbed; empty where the command line needs no controller, names one
   * itself, or no testbed is up.
   *
   * @param notice receives a line that names the chosen testbed, and how to choose another controller
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

  /** Returns whether a command line needs a controller and does not name one. */
  static boolean mayMeanTestbed(List<String> arguments) {
    return !arguments.isEmpty() && (BY_AGENTS_PORT.contains(arguments.get(0)) || OVER_HTTP.contains(arguments.get(0)))
        && arguments.stream().noneMatch(argument -> OWN.contains(argument.split("=", 2)[0]));
  }

  private static boolean isNamedBy(Map<String, String> environment, String command) {
    return OVER_HTTP.contains(command) && ENVIRONMENT.stream().anyMatch(environment::containsKey);
  }

  /** Runs the command to its end, which a signal to this process causes too. Returns the exit code. */
  public int run() throws IOException, InterruptedException {
    Process inner = builder.inheritIO().start();
    Thread stop = new Thread(() -> Children.end(inner, STOP_PATIENCE), "testbed-command-stop");
    Runtime.getRuntime().addShutdownHook(stop);
    return inner.waitFor();
  }
}
