package dev.terra.cli;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.tls.TlsException;
import dev.terra.api.tls.TlsFiles;
import dev.terra.cli.check.StartCheck;
import dev.terra.cli.status.StatusEndpoint;
import dev.terra.cli.status.TraceEndpoint;
import dev.terra.config.ConfigException;
import dev.terra.controller.Addresses;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.HttpConfig;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.view.ControllerMetricsText;
import dev.terra.core.view.PrometheusText;
import dev.terra.history.HistoryMetric;
import dev.terra.history.HistoryRecorder;
import dev.terra.history.rest.HistoryEndpoints;
import dev.terra.rest.RestServer;
import dev.terra.rest.RestServer.Parts;
import dev.terra.rest.read.RunningController;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code controller --config FILE} or {@code controller --topology FILE}: runs the controller until it is told to stop. */
@Command(name = "controller", description = "Runs Terra's controller, one for all sites.", mixinStandardHelpOptions = true)
public final class ControllerCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerCommand.class);
  /** Where agents find a controller without a configuration file. */
  private static final String USUAL_LISTEN = "127.0.0.1:7100";

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Source source;

  @Option(names = "--listen", paramLabel = "HOST:PORT",
      description = "where agents find it; with --topology the default is " + USUAL_LISTEN)
  private String listen;

  @Option(names = "--http", paramLabel = "HOST:PORT",
      description = "where browsers and commands find it, `off`: nowhere; the default is " + HttpConfig.DEFAULT_LISTEN)
  private String http;

  @Mixin
  private HistoryOption history;

  @Spec
  private CommandSpec spec;

  private static final class Source {
    @Option(names = "--config", paramLabel = "FILE", description = "the controller's configuration, YAML")
    private Path config;

    @Option(names = "--topology", paramLabel = "FILE", description = "a topology file; all else is as usual")
    private String topology;
  }

  @Override
  public Integer call() throws InterruptedException {
    history.check(spec.commandLine());
    ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "controller"));
    try {
      return run(executor);
    } catch (ConfigException | TlsException e) {
      return fail(e.getMessage());
    } catch (IOException e) {
      return fail("cannot listen: " + (e.getCause() == null ? e.getMessage() : e.getMessage() + ": " + e.getCause().getMessage()));
    } finally {
      executor.shutdownNow();
    }
  }

  private int run(ScheduledExecutorService executor) throws IOException, InterruptedException {
    ControllerConfig config = config();
    Optional<TlsFiles> tls = tls(config);
    long session = System.nanoTime();
    ControllerSettings settings = Settings.of(config, session);
    InetSocketAddress address = Addresses.parse("listen", config.listen());
    try (ControllerServer server = ControllerServer.start(settings, address, executor, System::nanoTime, tls)) {
      Optional<HistoryRecorder> kept = history.start(server, Long.toHexString(session), Clock.systemUTC());
      kept.ifPresent(recorder -> Runtime.getRuntime().addShutdownHook(new Thread(recorder::close, "history-stop")));
      RunningController running = new RunningController(server, settings, config.policy(), startedAt(server));
      Optional<RestServer> rest = rest(config, parts(running, kept), tls);
      rest.ifPresent(http -> Runtime.getRuntime().addShutdownHook(new Thread(http::close, "http-stop")));
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "controller-stop"));
      server.awaitTermination();
      return 0;
    }
  }

  private static Instant startedAt(ControllerServer server) {
    return Instant.now().minus(Duration.ofNanos((long) (server.uptimeSeconds() * 1e9)));
  }

  private ControllerConfig config() {
    if (source.config != null) {
      StartCheck.say(source.config, LOG::warn);
    }
    ControllerConfig config = source.config != null
        ? ControllerConfig.load(source.config) : ControllerConfig.usual(source.topology, USUAL_LISTEN);
    ControllerConfig listening = listen == null ? config : config.listening(listen);
    return http == null ? listening : listening.withHttp(listening.http().at(http));
  }

  private static Parts parts(RunningController controller, Optional<HistoryRecorder> kept) {
    return new Parts(controller, follower -> List.of(new HistoryEndpoints(kept), new StatusEndpoint(follower),
        new TraceEndpoint(follower)), () -> {
      PrometheusText text = ControllerMetricsText.of(controller.views().current());
      kept.ifPresent(recorder -> text.addAll(HistoryMetric.values(), recorder.figures()));
      return text.toString();
    });
  }

  private static Optional<RestServer> rest(ControllerConfig config, Parts parts, Optional<TlsFiles> tls) throws IOException {
    Optional<String> listen = config.http().listen();
    if (listen.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(RestServer.start(HttpSettings.of(config.http(), listen.get(), tls), parts));
    } catch (IOException e) {
      if (!config.http().isDefault()) {
        throw e;
      }
      LOG.warn("{}; the controller runs without HTTP. Say where else it should be with --http or http.listen", e.getMessage());
      return Optional.empty();
    }
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
