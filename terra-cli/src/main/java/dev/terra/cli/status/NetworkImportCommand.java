package dev.terra.cli.status;

import dev.terra.config.ConfigException;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.network.Drivers;
import dev.terra.core.failure.Failures;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code network import}: prints the topology that ONOS reports, as a topology file. */
@Command(name = "import", description = {
    "Prints a topology file of the switches that the configuration maps to sites, and of the links between them that ONOS has found.",
    "Capacities are the ports' speeds. ONOS does not provide latencies."}, mixinStandardHelpOptions = true)
public final class NetworkImportCommand implements Callable<Integer> {
  private static final double NANOS_PER_MILLI = 1e6;

  @Option(names = "--config", required = true, paramLabel = "FILE",
      description = "the controller's configuration, with network.mode: sdwan; its topology file need not exist")
  private Path configFile;

  @Option(names = "--name", paramLabel = "NAME", defaultValue = "wan", description = "the name of the topology; default ${DEFAULT-VALUE}")
  private String name;

  @Option(names = "--latency", paramLabel = "MS", defaultValue = "10",
      description = "the one-way latency of every link, to be corrected in the file; default ${DEFAULT-VALUE}")
  private double latencyMillis;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    try {
      Duration latency = Duration.ofNanos(Math.round(latencyMillis * NANOS_PER_MILLI));
      spec.commandLine().getOut().print(Topologies.toYaml(Drivers.wanOf(ControllerConfig.load(configFile).network(), name, latency)));
      spec.commandLine().getOut().flush();
      return 0;
    } catch (ConfigException | IOException e) {
      spec.commandLine().getErr().println("network import: " + Failures.inWords(e));
      return 1;
    }
  }
}
