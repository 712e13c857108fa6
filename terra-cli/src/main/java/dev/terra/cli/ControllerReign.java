package dev.terra.cli;

import dev.terra.api.tls.TlsFiles;
import dev.terra.cli.status.StatusEndpoint;
import dev.terra.cli.status.TraceEndpoint;
import dev.terra.controller.ConfigFollower;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerPort;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.FollowedKeys;
import dev.terra.controller.HttpConfig;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.core.turn.Leadership;
import dev.terra.controller.election.Election;
import dev.terra.controller.view.ControllerMetricsText;
import dev.terra.core.failure.Failures;
import dev.terra.core.view.PrometheusText;
import dev.terra.core.wan.Wan;
import dev.terra.history.ControllerSession;
import dev.terra.history.CostMetric;
import dev.terra.history.HistoryMetric;
import dev.terra.history.HistoryRecorder;
import dev.terra.history.WorkMetric;
import dev.terra.history.rest.CostEndpoints;
import dev.terra.history.rest.HistoryEndpoints;
import dev.terra.rest.RestServer;
import dev.terra.rest.RestServer.Parts;
import dev.terra.rest.read.RunningController;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A period in which a controller leads: it plans, keeps a history and answers over HTTP. It may be closed twice. */
final class ControllerReign implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerReign.class);

  private final HttpConfig httpConfig;
  private final ControllerServer server;
  private final @Nullable HistoryRecorder history;
  private final @Nullable RestServer rest;
  private final Wan wan;
  private final FollowedKeys followed;
  private @Nullable ConfigFollower follower;
  private boolean closed;

  /**
   * Begins to lead.
   *
   * @throws IOException if it cannot listen for HTTP
   */
  ControllerReign(ControllerConfig config, HistoryOption kept, @Nullable TlsFiles tls, Election.Won won, ControllerPort port)
      throws IOException {
    this.httpConfig = config.http();
    long session = System.nanoTime();
    ControllerSettings settings = Settings.of(config, new Leadership(session, won.term()));
    this.wan = settings.wan();
    this.followed = config.followed();
    server = ControllerServer.lead(settings, port, won.actions());
    Clock clock = Clock.systemUTC();
    history = kept.start(server, new ControllerSession(Long.toHexString(session), clock.millis(), wan), clock).orElse(null);
    RunningController running = new RunningController(server, settings, config.policy(), startedAt(server));
    try {
      rest = rest(config, parts(running, history), tls).orElse(null);
    } catch (IOException e) {
      closeHistory();
      server.close();
      throw e;
    }
  }

  /** Applies the latency classes and the exceptions from compression of a file, at once and after each change of the file. */
  synchronized void follow(Path file) {
    if (!closed) {
      follower = ConfigFollower.start(file, followed, wan, server::follow);
    }
  }

  private static Instant startedAt(ControllerServer server) {
    return Instant.now().minus(Duration.ofNanos((long) (server.uptimeSeconds() * 1e9)));
  }

  private static Parts parts(RunningController controller, @Nullable HistoryRecorder kept) {
    return new Parts(controller, follower -> List.of(new HistoryEndpoints(kept),
        new CostEndpoints(kept, follower, Clock.systemUTC()), new StatusEndpoint(follower), new TraceEndpoint(follower)), () -> {
      PrometheusText text = ControllerMetricsText.of(controller.views().current());
      if (kept != null) {
        text.addAll(HistoryMetric.values(), kept.figures());
        text.addAll(CostMetric.values(), kept.spent());
        text.addAll(WorkMetric.values(), kept.worked());
      }
      return text.toString();
    });
  }

  private static Optional<RestServer> rest(ControllerConfig config, Parts parts, @Nullable TlsFiles tls) throws IOException {
    Optional<String> listen = config.http().listen();
    if (listen.isEmpty()) {
      return Optional.empty();
    }
    try {
      RestServer server = RestServer.start(HttpSettings.of(config.http(), listen.get(), tls), parts);
      HttpSettings.opened(config.http(), server.address());
      return Optional.of(server);
    } catch (IOException e) {
      if (!config.http().isDefault()) {
        throw e;
      }
      LOG.warn("{}; the controller runs without HTTP. Set another address with --http or http.listen", Failures.inWords(e));
      return Optional.empty();
    }
  }

  private void closeHttp(RestServer http) {
    HttpSettings.closes(httpConfig, http.address());
    http.close();
  }

  /** Stops planning, so that another controller may plan. */
  void stopPlanning() {
    server.close();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      if (follower != null) {
        follower.close();
      }
      server.close();
      if (rest != null) {
        closeHttp(rest);
      }
      closeHistory();
    }
  }

  private void closeHistory() {
    if (history != null) {
      history.close();
    }
  }
}
