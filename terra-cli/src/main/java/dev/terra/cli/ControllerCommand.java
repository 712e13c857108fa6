package dev.terra.cli;

import dev.terra.api.process.GarbageWatchdog;
import dev.terra.api.process.ProcessEnd;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.cli.check.StartCheck;
import dev.terra.config.ConfigException;
import dev.terra.controller.Addresses;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerPort;
import dev.terra.controller.HttpConfig;
import dev.terra.controller.Settings;
import dev.terra.controller.action.ActionFile;
import dev.terra.controller.action.ActionStore;
import dev.terra.controller.election.Election;
import dev.terra.controller.election.SoleElection;
import dev.terra.controller.election.ZooKeeperConfig;
import dev.terra.controller.election.ZooKeeperElection;
import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code controller --config FILE} or {@code controller --topology FILE}: runs the controller until a signal stops it. */
@Command(name = "controller", mixinStandardHelpOptions = true,
    description = "Runs Terra's controller, which computes the rates of all sites. Of several controllers, only the elected one does this.")
public final class ControllerCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerCommand.class);
  /** The address at which agents find a controller without a configuration file. */
  private static final String USUAL_LISTEN = "127.0.0.1:7100";

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source;

  @Option(names = "--listen", paramLabel = "HOST:PORT",
      description = "the address at which agents connect; with --topology the default is " + USUAL_LISTEN)
  private @Nullable String listen;

  @Option(names = "--http", paramLabel = "HOST:PORT",
      description = "the address for browsers and commands, or `off` for none; the default is " + HttpConfig.DEFAULT_LISTEN)
  private @Nullable String http;

  @Mixin
  private HistoryOption history;

  @Spec
  private CommandSpec spec;

  private static final class Source {
    @Option(names = "--config", paramLabel = "FILE", description = "the controller's configuration, YAML")
    private @Nullable Path config;

    @Option(names = "--topology", paramLabel = "FILE", description = "a topology file, in place of a configuration; all other settings "
        + "have their defaults")
    private @Nullable String topology;

    /** Returns the configuration file, if there is one. */
    Optional<Path> file() {
      return Optional.ofNullable(config);
    }

    /** Reads the configuration; the command line requires one of the two options. */
    ControllerConfig read() {
      if (config == null) {
        return ControllerConfig.usual(Objects.requireNonNull(topology), USUAL_LISTEN);
      }
      StartCheck.say(config, LOG::warn);
      return ControllerConfig.load(config);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    history.check(spec.commandLine());
    ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "controller"));
    GarbageWatchdog watchdog = GarbageWatchdog.start(System::nanoTime, ProcessEnd.of("the controller", LOG::error));
    try {
      return run(executor);
    } catch (ConfigException e) {
      fail(Failures.inWords(e));
      return ConfigException.EXIT_CODE;
    } catch (TlsException e) {
      return fail(Failures.inWords(e));
    } catch (IOException e) {
      return fail("cannot listen: " + Failures.inWords(e) + (e.getCause() == null ? "" : ": " + Failures.inWords(e.getCause())));
    } finally {
      executor.shutdownNow();
      watchdog.close();
    }
  }

  private int run(ScheduledExecutorService executor) throws IOException, InterruptedException {
    ControllerConfig config = config();
    Optional<TlsFiles> tls = tls(config);
    int agents = Settings.of(config, 0).maxAgents();
    InetSocketAddress address = Addresses.parse("listen", config.listen());
    ControllerPort.Listening listening = new ControllerPort.Listening(
        address, tls, agents, config.zookeeper().flatMap(ZooKeeperConfig::insecurity).isPresent());
    try (ControllerPort port = ControllerPort.open(listening, executor, System::nanoTime); Election election = election(config)) {
      AtomicReference<@Nullable ControllerReign> reign = new AtomicReference<>();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(List.of(
          () -> of(reign).ifPresent(ControllerReign::stopPlanning), election, () -> of(reign).ifPresent(ControllerReign::close), port)),
          "controller-stop"));
      while (true) {
        Election.Won won = election.awaitWon();
        try (ControllerReign leads = new ControllerReign(config, history, tls.orElse(null), won, port)) {
          reign.set(leads);
          source.file().ifPresent(leads::follow);
          LOG.info("the controller is ready");
          LOG.info("the controller leads no longer: {}", won.awaitOver());
        }
      }
    } catch (InterruptedException e) {
      return 0;
    }
  }

  /**
   * Returns the store of operators' actions: a file beside the history. If a controller is started again at the same address, the actions
   * remain in force.
   */
  private ActionStore store(ControllerConfig config) {
    Optional<Path> folder = history.folder();
    if (folder.isEmpty()) {
      LOG.warn("operators' actions end with this controller: --history names no folder in which to keep them");
      return ActionStore.NONE;
    }
    ActionStore store = new ActionFile(folder.get().resolve("actions-" + config.listen().replaceAll("[^A-Za-z0-9._-]", "_")));
    LOG.info("operators' actions are kept in {}", store);
    return store;
  }

  private Election election(ControllerConfig config) throws IOException {
    config.resourceManager().ifPresent(
        manager -> LOG.info("the queue of a job is the one in YARN, which the controller requests at {}", manager.webappAddresses()));
    config.claims().forEach((key, claim) ->
        LOG.warn("INSECURE: '{}' is configured without 'resourceManager': a job names its queue itself, and so {}", key, claim));
    if (config.zookeeper().isEmpty()) {
      return new SoleElection(store(config));
    }
    LOG.info("stands by until elected through ZooKeeper at {}", config.zookeeper().get().connect());
    return ZooKeeperElection.start(config.zookeeper().get(), config.listen());
  }

  private static Optional<ControllerReign> of(AtomicReference<@Nullable ControllerReign> reign) {
    return Optional.ofNullable(reign.get());
  }

  /** Closes the parts in order: first planning ends, then another controller may lead, then the port closes. */
  private static void stop(List<AutoCloseable> parts) {
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception e) { // the other parts must be closed all the same
        LOG.warn("a part of the controller did not close", e);
      }
    }
  }

  private ControllerConfig config() {
    ControllerConfig config = source.read();
    ControllerConfig listening = listen == null ? config : config.listening(listen);
    return http == null ? listening : listening.withHttp(listening.http().at(http));
  }

  private static Optional<TlsFiles> tls(ControllerConfig config) throws TlsException {
    if (config.tls().isEmpty()) {
      LOG.warn("TLS is off: any client that reaches {} can steer this controller", config.listen());
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
