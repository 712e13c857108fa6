package dev.terra.testbed.control;

import dev.terra.testbed.Installation;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.engine.EngineRuntime;
import dev.terra.testbed.net.HostEntry;
import dev.terra.testbed.net.OpenVSwitch;
import dev.terra.testbed.os.OwnJava;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.plan.SwitchedFabric;
import dev.terra.testbed.state.OnosLogin;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The testbed's own ONOS, on the core host: ONOS's REST resources in a process of their own, which programs the switches. */
final class OnosProcess {
  static final String NAME = "onos";
  /** The port at which ONOS listens by default. */
  static final int PORT = 8181;
  private static final int MEGABYTES = 96;
  /** The time for ONOS to start, which takes some seconds on a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final StateDirectory directory;
  private final AddressPlan addresses;
  private final Installation installation;

  OnosProcess(StateDirectory directory, AddressPlan addresses, Installation installation) {
    this.directory = directory;
    this.addresses = addresses;
    this.installation = installation;
  }

  /** Starts ONOS and waits until it answers. */
  ProcessRecord start(OpenVSwitch switches, Consumer<String> progress) {
    EngineRuntime runtime = EngineRuntime.onos(installation.sourceTree());
    runtime.ensureOrFail(progress);
    OnosLogin access = OnosLogin.of(URI.create("http://" + addresses.core().ip() + ":" + PORT));
    access.write(directory);
    Path folder = directory.write(OpenVSwitch.FOLDER + "/links", String.join("\n", switches.cables()) + "\n").getParent();
    Path serving = folder.resolve("serving");
    delete(serving);
    ProcessRecord process = new HostEntry(directory).start(addresses.core().name(), NAME, command(runtime, access, folder), Map.of());
    Waiting.until(PATIENCE, () -> Files.exists(serving) || !process.isAlive());
    if (!Files.exists(serving)) {
      throw new TestbedException("ONOS does not answer: " + process.lastLogLine() + " (log: " + process.log() + ")");
    }
    return process;
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new TestbedException("cannot delete " + file + ": " + e.getMessage(), e);
    }
  }

  private List<String> command(EngineRuntime runtime, OnosLogin access, Path folder) {
    return List.of(OwnJava.command(), "-Xmx" + MEGABYTES + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData",
        "-Djava.io.tmpdir=" + directory.root(), "-cp", runtime.libraries() + "/*", "dev.terra.testbed.onos.OnosServer",
        access.url().resolve("/").toString(), folder.toString(), access.user(), access.password(), SwitchedFabric.COOKIE);
  }
}
