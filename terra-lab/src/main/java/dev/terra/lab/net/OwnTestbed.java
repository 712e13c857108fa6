package dev.terra.lab.net;

import dev.terra.core.wan.Wan;
import dev.terra.testbed.Installation;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.WanRequest;
import dev.terra.testbed.YarnRequest;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.state.StateDirectory;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * An emulated WAN that a command brings up for itself, without YARN, in a state directory of its own unless {@code TERRA_STATE} names
 * one. Closing takes it down, and so does the end of this process.
 */
public final class OwnTestbed implements AutoCloseable {
  private final Testbed testbed;
  private final StateDirectory directory;
  private final String prefix;
  private final AtomicBoolean closed = new AtomicBoolean();

  private OwnTestbed(Testbed testbed, StateDirectory directory, String prefix) {
    this.testbed = testbed;
    this.directory = directory;
    this.prefix = prefix;
  }

  /**
   * Brings it up.
   *
   * @param command for the name of the state directory
   * @param usualPrefix what the names of namespaces begin with, unless {@code TERRA_PREFIX} says otherwise
   */
  public static OwnTestbed up(Wan wan, String command, String usualPrefix, Consumer<String> progress) {
    return up(wan, LabNetwork.OVERLAY, command, usualPrefix, progress);
  }

  /** The same on another network than that of routers which know nothing of tunnels. */
  public static OwnTestbed up(Wan wan, LabNetwork network, String command, String usualPrefix, Consumer<String> progress) {
    StateDirectory directory = System.getenv("TERRA_STATE") != null ? StateDirectory.byDefault()
        : new StateDirectory(Path.of(System.getProperty("java.io.tmpdir"), "terra-" + command + "-" + ProcessHandle.current().pid()));
    String prefix = System.getenv().getOrDefault("TERRA_PREFIX", usualPrefix);
    Testbed testbed = Testbed.up(directory, new UpRequest(WanRequest.of(wan, WanRequest.DEFAULT_REROUTE_DELAY).on(network), prefix,
        YarnRequest.NONE, Installation.inSourceTree(Installation.home())), progress);
    OwnTestbed own = new OwnTestbed(testbed, directory, prefix);
    Runtime.getRuntime().addShutdownHook(new Thread(own::close, command + "-clean-up"));
    return own;
  }

  /** What was brought up. */
  public Testbed testbed() {
    return testbed;
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      Testbed.down(directory, prefix);
    }
  }
}
