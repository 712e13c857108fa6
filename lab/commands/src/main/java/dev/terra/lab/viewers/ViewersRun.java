package dev.terra.lab.viewers;

import dev.terra.api.process.Guard;
import dev.terra.api.process.Periodic;
import dev.terra.controller.ControllerConfig;
import dev.terra.controller.ControllerServer;
import dev.terra.controller.Settings;
import dev.terra.controller.core.ControllerSettings;
import dev.terra.controller.view.AgentFigures;
import dev.terra.controller.view.ControllerChange;
import dev.terra.controller.view.ViewChanges;
import dev.terra.core.wan.Site;
import dev.terra.rest.RestServer;
import dev.terra.rest.RestSettings;
import dev.terra.rest.read.RunningController;
import dev.terra.topology.RandomTopology;
import dev.terra.topology.Topologies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A controller with made-up agents, and the times of its rounds with and without viewers, in turn. */
public final class ViewersRun implements AutoCloseable {
  private static final long SHUFFLE_BYTES = 100_000_000_000L;
  private static final int SITES_PER_SHUFFLE = 3;
  private static final long PROGRESS_MILLIS = 500;
  private static final double PROGRESS_PART = 1e-4;
  private static final long SEED = 7;
  private static final Duration WAIT = Duration.ofMillis(200);
  /** The time for all agents to join: the paths of 250,000 pairs of sites take minutes. */
  private static final int JOIN_MINUTES = 30;
  private static final long LINE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "controller"));
  private final ScheduledExecutorService steps = Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "agents"));
  private final List<MadeUpAgent> agents = new ArrayList<>();
  private final ControllerServer server;
  private final RestServer rest;
  private long version;

  /**
   * Makes a run whose shuffles have begun.
   *
   * @param paths tunnels for each pair of sites
   */
  public ViewersRun(Path topology, int paths, int shuffles, long seed) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    ControllerConfig usual = ControllerConfig.usual(topology.toString(), "127.0.0.1:0");
    ControllerConfig config = new ControllerConfig(usual.topology(), usual.listen(), usual.policy(), paths, usual.planEfficiency(),
        usual.keptForJobs(), usual.leaseMillis());
    ControllerSettings settings = Settings.of(config, seed);
    server = ControllerServer.start(settings, any, executor, System::nanoTime);
    rest = RestServer.start(RestSettings.open(any), new RestServer.Parts(
        new RunningController(server, settings, config.policy(), Instant.now()), follower -> List.of(), () -> ""));
    List<String> sites = settings.wan().sites().stream().map(Site::id).map(id -> id.name()).toList();
    sites.forEach(site -> agents.add(new MadeUpAgent(server.port(), site)));
    Random random = new Random(seed);
    for (int i = 0; i < shuffles; i++) {
      int to = random.nextInt(sites.size());
      for (int j = 0; j < SITES_PER_SHUFFLE; j++) {
        int from = (to + 1 + random.nextInt(sites.size() - 1)) % sites.size();
        agents.get(from).produce("job-" + i, SHUFFLE_BYTES + random.nextInt(1 << 30), sites.get(to));
      }
    }
  }

  /** Returns a file with a generated topology, which is deleted at the end of this process. */
  public static Path generated(int sites, int links) throws IOException {
    Path file = Files.createTempFile("terra-generated-", ".yaml");
    file.toFile().deleteOnExit();
    return Files.writeString(file, Topologies.toYaml(RandomTopology.generate(sites, links, SEED)));
  }

  /** Returns the URL of the dashboard for a browser. */
  public String url() {
    return rest.url() + "/";
  }

  /**
   * Waits until all agents are attached to the controller, which computes the paths of their pairs meanwhile, and their
   * shuffles are scheduled.
   *
   * @throws IOException if that takes longer than {@value #JOIN_MINUTES} minutes
   */
  public void awaitJoined(Consumer<String> progress) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(JOIN_MINUTES);
    long nextLine = System.nanoTime() + LINE_NANOS;
    while (joined() < agents.size() || server.views().current().rounds().count() == 0) {
      if (System.nanoTime() > end) {
        throw new IOException("only " + joined() + " of " + agents.size() + " agents have joined within " + JOIN_MINUTES + " minutes");
      }
      if (System.nanoTime() > nextLine) {
        nextLine += LINE_NANOS;
        progress.accept(joined() + " of " + agents.size() + " agents have joined");
      }
      server.views().await(server.views().current().version(), WAIT);
    }
  }

  private int joined() {
    return (int) server.views().current().agents().values().stream().filter(AgentFigures::live).count();
  }

  /** Makes the agents report a little progress twice a second, until this run is closed. */
  public void goOn() {
    Guard guard = new Guard("the agents' progress", (line, thrown) -> System.err.println(line));
    Periodic.every(steps, PROGRESS_MILLIS, TimeUnit.MILLISECONDS, guard, () -> agents.forEach(agent -> agent.progress(PROGRESS_PART)));
  }

  /** Returns the times of rounds, milliseconds each, while a number of viewers watch for some time. */
  List<Double> rounds(int viewers, double seconds, Consumer<String> progress) throws InterruptedException {
    List<Viewer> watching = new ArrayList<>();
    for (int i = 0; i < viewers; i++) {
      watching.add(new Viewer(rest.address()));
    }
    List<Double> millis = new ArrayList<>();
    long end = System.nanoTime() + (long) (seconds * 1e9);
    long nextProgress = System.nanoTime();
    version = server.views().current().version();
    long counted = server.views().current().rounds().count();
    while (System.nanoTime() < end) {
      if (System.nanoTime() >= nextProgress) {
        nextProgress += PROGRESS_MILLIS * 1_000_000;
        agents.forEach(agent -> agent.progress(PROGRESS_PART));
      }
      ViewChanges changes = server.views().await(version, WAIT);
      version = changes.missed() ? server.views().current().version() : version;
      for (ControllerChange change : changes.changes()) {
        version = change.number();
        if (change.rounds().count() > counted) {
          counted = change.rounds().count();
          millis.add(change.rounds().lastMillis());
        }
      }
    }
    progress.accept(viewers + " viewers: " + millis.size() + " rounds, "
        + watching.stream().mapToLong(Viewer::bytes).sum() / 1_000_000 + " MB sent");
    watching.forEach(Viewer::close);
    return millis;
  }

  @Override
  public void close() {
    steps.shutdownNow();
    agents.forEach(MadeUpAgent::close);
    rest.close();
    server.close();
    executor.shutdownNow();
  }
}
