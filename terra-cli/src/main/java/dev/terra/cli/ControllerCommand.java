package dev.terra.cli;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.config.ConfigException;
import dev.terra.controller.Addresses;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code controller --config FILE}: runs the controller until it is told to stop. */
@Command(name = "controller", description = "Runs Terra's controller, one for all sites.", mixinStandardHelpOptions = true)
public final class ControllerCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerCommand.class);

  @Option(names = "--config", required = true, paramLabel = "FILE", description = "the controller's configuration, YAML")
  private Path configFile;

  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "controller"));
    try (ControllerServer server = start(executor)) {
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "controller-stop"));
      server.awaitTermination();
      return 0;
    } catch (ConfigException | TlsException e) {
      return fail(e.getMessage());
    } catch (IOException e) {
      return fail("cannot listen: " + (e.getCause() == null ? e.getMessage() : e.getMessage() + ": " + e.getCause().getMessage()));
    } finally {
      executor.shutdownNow();
    }
  }

  private ControllerServer start(ScheduledExecutorService executor) throws IOException {
    ControllerConfig config = ControllerConfig.load(configFile);
    InetSocketAddress address = Addresses.parse("listen", config.listen());
    return ControllerServer.start(Settings.of(config, System.nanoTime()), address, executor, System::nanoTime, tls(config));
  }

  private static Optional<TlsFiles> tls(ControllerConfig config) throws TlsException {
    if (config.tls().isEmpty()) {
      LOG.warn("TLS is off: whoever reaches {} can steer this controller", config.listen());
      return Optional.empty();
    }
    TlsFiles files = TlsFiles.open(config.tls().get(), PeerIdentity.controller(), LOG::info, LOG::warn);
    LOG.info("TLS is on, as {} until {}", files.identity(), files.validUntil());
    return Optional.of(files);
  }

  private int fail(String problem) {
    spec.commandLine().getErr().println("controller: " + problem);
    return 1;
  }
}
