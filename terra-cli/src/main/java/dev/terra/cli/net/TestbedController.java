package dev.terra.cli.net;

import dev.terra.cli.transfer.TestbedTerra;
import dev.terra.testbed.StateDirectory;
import dev.terra.testbed.Testbed;
import dev.terra.testbed.hadoop.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Commands that ask a controller need its address, except where a testbed is up: there they ask that testbed's, from inside its
 * network.
 */
public final class TestbedController {
  private static final Set<String> COMMANDS = Set.of("status", "shuffles");
  private static final int CLIENT_MEGABYTES = 256;
  private static final Set<String> OWN = Set.of("--controller", "--help", "-h", "--version", "-V");

  private TestbedController() {}

  /** How to run a command line inside the testbed; empty where it says itself which controller it asks, or no testbed is up. */
  public static Optional<ProcessBuilder> command(List<String> arguments) {
    boolean asks = !arguments.isEmpty() && COMMANDS.contains(arguments.get(0));
    boolean says = arguments.stream().anyMatch(argument -> OWN.contains(argument.split("=", 2)[0]));
    StateDirectory directory = StateDirectory.byDefault();
    if (!asks || says || directory.load().isEmpty()) {
      return Optional.empty();
    }
    Testbed testbed = Testbed.open(directory);
    List<String> command = new ArrayList<>(TestbedTerra.command(CLIENT_MEGABYTES));
    command.addAll(arguments);
    command.addAll(Cluster.controllerOptions(testbed));
    return Optional.of(testbed.command(testbed.addresses().core().name(), command));
  }
}
