package dev.terra.agent.support;

import dev.terra.api.v1.AcceptedTunnels;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.BundleRates;
import dev.terra.api.v1.BundleRef;
import dev.terra.api.v1.ClassReport;
import dev.terra.api.v1.ControllerAlive;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.PlannedTunnel;
import dev.terra.api.v1.RateOnPath;
import dev.terra.api.v1.ShuffleBundles;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.v1.TransferReport;
import dev.terra.api.v1.TunnelPlan;
import dev.terra.api.v1.TunnelReport;
import dev.terra.api.v1.WanPath;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A controller that sends what a test determines, and keeps what agents report. */
public final class FakeController extends ControllerGrpc.ControllerImplBase implements AutoCloseable {
  /** The term in all messages that the controller sends. */
  public static final long TERM = 5;
  private final Map<String, StreamObserver<ControllerMessage>> agents = new ConcurrentHashMap<>();
  private final Map<String, List<TunnelPlan>> plans = new ConcurrentHashMap<>();
  private final Map<String, ShuffleReport> shuffles = new ConcurrentHashMap<>();
  private final Map<String, PlacementReport> placements = new ConcurrentHashMap<>();
  private final Map<String, Long> restoreMicros = new ConcurrentHashMap<>();
  private final Map<String, Long> processorMicros = new ConcurrentHashMap<>();
  private final Map<String, ClassReport> classes = new ConcurrentHashMap<>();
  private final Map<String, Long> small = new ConcurrentHashMap<>();
  private final Map<String, BundleProgress> progress = new ConcurrentHashMap<>();
  private final Map<String, Map<WanPath, Long>> sentOnPaths = new ConcurrentHashMap<>();
  private final Map<String, TunnelReport> tunnels = new ConcurrentHashMap<>();
  private final Map<String, List<TransferReport>> transfers = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final long session;
  private final int port;
  private final int leaseMillis;
  private Server server;
  private long epoch;
  private boolean standsBy;
  private int attachments;

  /** Creates a controller on a port of the loopback interface; 0 picks a free one. */
  public FakeController(int port, long session, int leaseMillis) throws IOException {
    this(port, session, leaseMillis, InsecureServerCredentials.create());
  }

  /** Creates a controller that presents a certificate. */
  public FakeController(int port, long session, int leaseMillis, ServerCredentials credentials) throws IOException {
    this.session = session;
    this.leaseMillis = leaseMillis;
    server = NettyServerBuilder
        .forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), credentials)
        .addService(this).build().start();
    this.port = server.getPort();
    var alive = timer.scheduleWithFixedDelay(this::alive, 200, 200, TimeUnit.MILLISECONDS);
    if (alive.isCancelled()) {
      throw new IllegalStateException();
    }
  }

  /** Returns how often agents have attached. */
  public synchronized int attachments() {
    return attachments;
  }

  /** Does not welcome agents that attach from now on. */
  public synchronized void standBy() {
    standsBy = true;
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Plans the tunnels from one site to another; each path is written A-C-B. */
  public FakeController plan(double stockBytesPerSecond, String from, String to, String... paths) {
    TunnelPlan plan = TunnelPlan.newBuilder().setTo(to).setStockBytesPerSecond(stockBytesPerSecond)
        .addAllTunnels(Arrays.stream(paths).map(path -> PlannedTunnel.newBuilder().setPath(path(path)).build()).toList()).build();
    plans.computeIfAbsent(from, key -> new ArrayList<>()).add(plan);
    return this;
  }

  /** Returns the tunnels that a site's agent keeps open, and those of other sites that it accepts. */
  private SiteTunnels.Builder tunnelsOf(String site) {
    AcceptedTunnels.Builder accepted = AcceptedTunnels.newBuilder();
    plans.forEach((from, of) -> of.stream().flatMap(plan -> plan.getTunnelsList().stream()).map(PlannedTunnel::getPath)
        .filter(path -> path.getSitesCount() > 2 && path.getSitesList().indexOf(site) > 0).forEach(accepted::addPaths));
    return SiteTunnels.newBuilder().addAllDestinations(plans.getOrDefault(site, List.of())).setAccepted(accepted);
  }

  private static WanPath path(String text) {
    return WanPath.newBuilder().addAllSites(Arrays.asList(text.split("-"))).build();
  }

  private synchronized void alive() {
    agents.forEach((site, agent) -> {
      try {
        agent.onNext(ControllerMessage.newBuilder().setAlive(ControllerAlive.getDefaultInstance()).build());
      } catch (IllegalStateException e) {
        agents.remove(site, agent);
      }
    });
  }

  @Override
  public StreamObserver<AgentReport> attach(StreamObserver<ControllerMessage> commands) {
    return new StreamObserver<>() {
      private String site = "";

      @Override
      public void onNext(AgentReport report) {
        if (report.hasHello()) {
          site = report.getHello().getSite();
          synchronized (FakeController.this) {
            if (!standsBy) {
              commands.onNext(ControllerMessage.newBuilder().setWelcome(ControllerWelcome.newBuilder()
                  .setTerm(TERM).setSession(session).setLeaseMillis(leaseMillis)
                  .setTunnels(tunnelsOf(site))).build());
            }
            agents.put(site, commands);
            attachments++;
          }
        }
        remember(site, report);
      }

      @Override
      public void onError(Throwable cause) {
        agents.remove(site, commands);
      }

      @Override
      public void onCompleted() {
        agents.remove(site, commands);
      }
    };
  }

  private void remember(String site, AgentReport report) {
    switch (report.getReportCase()) {
      case SHUFFLE -> shuffles.put(site + ":" + report.getShuffle().getShuffle(), report.getShuffle());
      case PLACEMENT -> placements.put(site + ":" + report.getPlacement().getShuffle(), report.getPlacement());
      case BUNDLES -> remember(site, report.getBundles());
      case TUNNEL -> tunnels.put(String.join("-", report.getTunnel().getPath().getSitesList()), report.getTunnel());
      case TRANSFERS -> transfers.computeIfAbsent(site, key -> new CopyOnWriteArrayList<>()).add(report.getTransfers());
      case ALIVE -> {
        processorMicros.merge(site, report.getAlive().getUse().getProcessorMicros(), Math::max);
        report.getAlive().getClassesList().forEach(of -> classes.put(site + "->" + of.getTo(), of));
        report.getAlive().getSmallList().forEach(sent -> small.merge(site + "->" + sent.getTo(), sent.getBytes(), Long::sum));
      }
      default -> {
        // no test needs the other reports
      }
    }
  }

  private void remember(String site, ShuffleBundles bundles) {
    bundles.getBundlesList().forEach(bundle -> {
      String key = site + "->" + bundle.getTo() + ":" + bundles.getShuffle();
      progress.put(key, bundle);
      Map<WanPath, Long> paths = sentOnPaths.computeIfAbsent(key, any -> new ConcurrentHashMap<>());
      bundle.getSentList().forEach(sent -> paths.put(sent.getPath(), sent.getBytes()));
    });
    if (bundles.getRestoreMicros() > 0) {
      restoreMicros.put(site + ":" + bundles.getShuffle(), bundles.getRestoreMicros());
    }
  }

  /** Returns the most processor time that a site's agent has reported, in microseconds. */
  public long processorMicros(String site) {
    return processorMicros.getOrDefault(site, 0L);
  }

  /** Sends an epoch that names one bundle, with rates by path. */
  public void rates(String site, String job, String to, Map<String, Double> bytesPerSecondByPath) {
    rates(site, job, to, bytesPerSecondByPath, false);
  }

  /** Sends an epoch that names one bundle, with rates by path. If {@code asIs} is true, no chunk of its shuffle is to be compressed. */
  public synchronized void rates(String site, String job, String to, Map<String, Double> bytesPerSecondByPath, boolean asIs) {
    BundleRates.Builder bundle = BundleRates.newBuilder().setShuffle(job).setTo(to).setAsIs(asIs);
    bytesPerSecondByPath.forEach((path, rate) ->
        bundle.addRates(RateOnPath.newBuilder().setPath(path(path)).setBytesPerSecond(rate)));
    send(site, ControllerMessage.newBuilder().setEpoch(Epoch.newBuilder().setTerm(TERM).setNumber(++epoch).addBundles(bundle)).build());
  }

  /** Sends an epoch that removes one bundle. */
  public synchronized void remove(String site, String job, String to) {
    send(site, ControllerMessage.newBuilder().setEpoch(Epoch.newBuilder().setTerm(TERM).setNumber(++epoch)
        .addRemoved(BundleRef.newBuilder().setShuffle(job).setTo(to))).build());
  }

  /** Plans anew the tunnels from one site, all to one other, and sends the agents their tunnels on their open streams. */
  public synchronized void replan(double stockBytesPerSecond, String from, String to, String... paths) {
    plans.remove(from);
    plan(stockBytesPerSecond, from, to, paths);
    send(from, ControllerMessage.newBuilder().setTunnels(tunnelsOf(from)).build());
    agents.keySet().stream().filter(site -> !site.equals(from))
        .forEach(site -> send(site, ControllerMessage.newBuilder().setTunnels(tunnelsOf(site)).build()));
  }

  /** Sends any command to a site's agent. */
  public synchronized void send(String site, ControllerMessage command) {
    agents.get(site).onNext(command);
  }

  public boolean isAttached(String site) {
    return agents.containsKey(site);
  }

  public ShuffleReport shuffle(String site, String job) {
    return shuffles.get(site + ":" + job);
  }

  public PlacementReport placement(String site, String job) {
    return placements.get(site + ":" + job);
  }

  public long restoreMicros(String site, String job) {
    return restoreMicros.getOrDefault(site + ":" + job, 0L);
  }

  public BundleProgress progress(String from, String to, String job) {
    return progress.getOrDefault(from + "->" + to + ":" + job, BundleProgress.getDefaultInstance());
  }

  /** Returns how many bytes of a bundle a site has reported as sent, on all paths together. */
  public long sent(String from, String to, String job) {
    return sentOnPaths.getOrDefault(from + "->" + to + ":" + job, Map.of()).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the last report about a class from one site to another. */
  public ClassReport classes(String from, String to) {
    return classes.getOrDefault(from + "->" + to, ClassReport.getDefaultInstance());
  }

  /** Returns how many bytes of small fetches one site has reported for another. */
  public long small(String from, String to) {
    return small.getOrDefault(from + "->" + to, 0L);
  }

  /** Returns what a site has reported about submitted transfers, in order. */
  public List<TransferReport> transfers(String site) {
    return transfers.getOrDefault(site, List.of());
  }

  public TunnelReport tunnel(String path) {
    return tunnels.getOrDefault(path, TunnelReport.getDefaultInstance());
  }

  @Override
  public void close() {
    timer.shutdownNow();
    agents.clear();
    server.shutdownNow();
    Await.until("end of the fake controller", server::isTerminated);
  }
}
