package dev.terra.lab.routes;

import dev.terra.core.wan.Wan;
import dev.terra.lab.net.OwnTestbed;
import dev.terra.lab.transfer.Pattern;
import dev.terra.lab.transfer.Submission;
import dev.terra.lab.transfer.SubmittedMatrix;
import dev.terra.lab.transfer.TestbedTerra;
import dev.terra.lab.transfer.TransferPlan;
import dev.terra.testbed.LabNetwork;
import dev.terra.testbed.TerraSetup;
import dev.terra.testbed.control.SwitchControl;
import dev.terra.testbed.control.Testbed;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.AddressPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A testbed with Terra on it whose tunnels are looked at. Closing takes it down. */
final class RoutesBed implements AutoCloseable {
  private static final String PREFIX = "tn-";
  private static final int AGENT_MEGABYTES = 256;
  private static final long POLL_MILLIS = 300;
  private static final Duration TRAFFIC_PATIENCE = Duration.ofSeconds(90);
  private static final long ANY_TRAFFIC = 1_000_000;
  private static final Duration TRANSFER_PATIENCE = Duration.ofSeconds(90);

  private final OwnTestbed own;
  private final TerraSetup size;
  private final TestbedTerra terra;
  private int transfers;

  private RoutesBed(OwnTestbed own, int pathsPerPair) {
    this.own = own;
    this.size = new TerraSetup(AGENT_MEGABYTES, pathsPerPair);
    this.terra = new TestbedTerra(own.testbed(), size, line -> { });
  }

  /** Brings it up without Terra. */
  static RoutesBed up(Wan wan, LabNetwork network, int pathsPerPair, Consumer<String> progress) {
    return new RoutesBed(OwnTestbed.up(wan, network, "network", PREFIX, progress), pathsPerPair);
  }

  TestbedTerra terra() {
    return terra;
  }

  Testbed testbed() {
    return own.testbed();
  }

  AddressPlan addresses() {
    return testbed().addresses();
  }

  SwitchControl switches() {
    return testbed().switches().orElseThrow();
  }

  NetworkView status() throws IOException {
    return NetworkView.of(terra.network("status"));
  }

  /** With a probe of every tunnel. */
  NetworkView verified() throws IOException {
    return NetworkView.of(terra.network("verify"));
  }

  void killController() {
    testbed().processes().controller().ifPresent(ProcessRecord::killAndWait);
  }

  void startController() {
    testbed().processes().restartController(size);
  }

  /** The first view that is as wanted; empty if none is in time. */
  Optional<NetworkView> await(Duration patience, Predicate<NetworkView> wanted) {
    List<NetworkView> found = new ArrayList<>();
    Waiting.until(patience, POLL_MILLIS, () -> {
      try {
        NetworkView view = status();
        return wanted.test(view) && found.add(view);
      } catch (IOException e) {
        return false;
      }
    });
    return found.stream().findFirst();
  }

  /** Tunnels carry bytes. */
  void awaitTraffic() {
    long before = carried();
    Waiting.until(TRAFFIC_PATIENCE, () -> carried() - before > ANY_TRAFFIC);
  }

  private long carried() {
    return testbed().links().counters().stream().mapToLong(link -> link.ipBytes()).sum();
  }

  /** Starts to move so many bytes, all to all. */
  Submission startTransfer(double gammaSeconds) throws IOException {
    Wan wan = addresses().wan();
    String id = "network-" + ++transfers;
    TransferPlan plan = TransferPlan.lasting(wan, Pattern.ALL_TO_ALL.pairs(wan), gammaSeconds);
    return terra.submit(id, SubmittedMatrix.of(id, plan, TRANSFER_PATIENCE));
  }

  /** Waits for a transfer; empty if all bytes have arrived. */
  Optional<String> problemOf(Submission transfer) throws IOException, InterruptedException {
    if (!transfer.await(TRANSFER_PATIENCE)) {
      return Optional.of("a transfer was not done in time (log: " + transfer.log() + ")");
    }
    return transfer.result().path("complete").asBoolean() ? Optional.empty()
        : Optional.of("a transfer failed: " + transfer.result().path("problem").asText());
  }

  /** The connections between agents that the network keeps on their paths. */
  TunnelSockets sockets() {
    return new TunnelSockets(testbed());
  }

  @Override
  public void close() {
    own.close();
  }
}
