package dev.terra.testbed.control;

import dev.terra.testbed.Installation;
import dev.terra.testbed.ShuffleMode;
import dev.terra.testbed.TestbedException;
import dev.terra.testbed.UpRequest;
import dev.terra.testbed.engine.EngineRuntime;
import dev.terra.testbed.hadoop.Cluster;
import dev.terra.testbed.net.NetemLinks;
import dev.terra.testbed.net.Network;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.secure.SharedPrograms;
import dev.terra.testbed.state.StateDirectory;
import dev.terra.testbed.state.TestbedState;
import dev.terra.testbed.state.TestbedState.LinkState;
import dev.terra.testbed.state.TestbedState.Phase;
import dev.terra.topology.Topologies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Brings a testbed up completely or not at all. */
final class TestbedStart {
  /** The time for clean-up. Removing namespaces and files takes a second or two. */
  private static final Duration CLEAN_UP_PATIENCE = Duration.ofSeconds(30);

  private final TestbedAccess testbed;
  private final UpRequest request;
  private final Consumer<String> progress;

  TestbedStart(TestbedAccess testbed, UpRequest request, Consumer<String> progress) {
    this.testbed = testbed;
    this.request = request;
    this.progress = progress;
  }

  void startOrLeaveNothing() {
    refuseSecond();
    testbed.directory().removeKeptLogs();
    CleanEnd end = new CleanEnd(CLEAN_UP_PATIENCE);
    try {
      startOrDestroy();
    } finally {
      end.over();
    }
  }

  private void refuseSecond() {
    StateDirectory directory = testbed.directory();
    Optional<TestbedState> state = directory.load();
    if (state.isPresent()) {
      String how = state.get().phase() == Phase.UP ? "is up in " : "was left half-started in ";
      throw new TestbedException("a testbed (" + state.get().topology() + ") " + how + directory.root()
          + "; take it down first: testbed down");
    }
    List<String> foreign = Network.namespaces(request.prefix());
    if (!foreign.isEmpty()) {
      throw new TestbedException("there are network namespaces of another testbed or of one that crashed ("
          + foreign.get(0) + ", ...); remove them: testbed down");
    }
  }

  private void startOrDestroy() {
    try {
      start();
    } catch (RuntimeException e) {
      boolean wasInterrupted = Thread.interrupted();
      TestbedRemains.destroy(testbed.directory(), request.prefix());
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
      throw e;
    }
  }

  private void start() {
    AddressPlan addresses = testbed.addresses();
    boolean netem = request.wan().classes().isEmpty() && request.wan().wan().caps().isEmpty() && NetemLinks.isAvailable(request.prefix());
    testbed.directory().save(initial(netem));
    testbed.directory().write("topology.yaml", Topologies.toYaml(addresses.withSubnets()));
    progress.accept("network: " + addresses.wan() + ", " + addresses.hosts().size() + " hosts, links by "
        + (netem ? "netem" : request.wan().classes().map(classes -> "our own emulator, classes " + classes)
            .orElse("our own emulator (" + (addresses.wan().caps().isEmpty() ? "this kernel has no netem)" : "it keeps caps of sites)"))));
    testbed.network().create().forEach(testbed::record);
    request.wan().classes().ifPresent(classes -> testbed.network().links().classes(Optional.of(classes)));
    SwitchControl.of(testbed).ifPresent(all -> all.obey(request.wan().onos(), request.installation(), progress));
    startCluster(testbed.cluster(progress));
    testbed.change(state -> state.withPhase(Phase.UP));
  }

  private TestbedState initial(boolean netem) {
    List<LinkState> links = testbed.addresses().links().stream().flatMap(link -> link.directions().stream())
        .map(link -> new LinkState(link.id().from().name(), link.id().to().name(), false, link.capacity().bytesPerSecond()))
        .toList();
    return new TestbedState(request.prefix(), request.wan().wan().name(), Phase.STARTING, netem, request.wan().network(),
        request.wan().rerouteDelay().toMillis() / 1e3, request.yarn().wanted(), request.yarn().shuffle(), installation(),
        request.yarn().room(), System.currentTimeMillis(), links, List.of());
  }

  private void startCluster(Cluster cluster) {
    cluster.useControllers(request.terra().controllers());
    cluster.useAgentsPerSite(request.terra().agentsPerSite());
    if (request.terra().tls() || request.yarn().protection().hasUsers()) {
      cluster.makeCertificates();
    }
    switch (request.yarn().protection()) {
      case NONE -> { }
      case ENCRYPTED_SHUFFLE -> cluster.encryptShuffle();
      case USERS -> cluster.haveUsers(hadoopNative());
    }
    if (request.yarn().wanted()) {
      cluster.start(request.yarn().shuffle(), testbed::record);
    } else if (request.yarn().shuffle() == ShuffleMode.TERRA) {
      cluster.startTerraOnly(request.terra().size(), testbed::record);
    }
  }

  private Path hadoopNative() {
    EngineRuntime runtime = EngineRuntime.hadoopNative(request.installation().sourceTree());
    runtime.ensureOrFail(progress);
    return runtime.nativeLibrary();
  }

  private Installation installation() {
    return request.yarn().protection().hasUsers() ? SharedPrograms.of(request.installation(), testbed.directory()) : request.installation();
  }
}
