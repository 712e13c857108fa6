package dev.terra.lab.routes;

import dev.terra.core.wan.Wan;
import dev.terra.lab.bed.Bed;
import dev.terra.lab.bed.Pattern;
import dev.terra.lab.bed.Submission;
import dev.terra.lab.bed.TestbedTerra;
import dev.terra.lab.bed.TransferPlan;
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

/** A testbed with Terra on it whose tunnels are checked. Closing takes it down. */
final class RoutesBed implements AutoCloseable {
  private static final String PREFIX = "tn-";
  private static final int AGENT_MEGABYTES = 256;
  private static final long POLL_MILLIS = 300;
  private static final Duration TRAFFIC_PATIENCE = Duration.ofSeconds(90);
  private static final long ANY_TRAFFIC = 1_000_000;
  private static final Duration TRANSFER_PATIENCE = Duration.ofSeconds(90);

  private final Bed bed;

  private RoutesBed(Bed bed) {
    this.bed = bed;
  }

  /** Brings the testbed up without Terra. */
  static RoutesBed up(Wan wan, LabNetwork network, int pathsPerPair, Consumer<String> progress) {
    TerraSetup size = new TerraSetup(AGENT_MEGABYTES, pathsPerPair);
    return new RoutesBed(Bed.up(wan, new Bed.Kind("network", PREFIX, network, size), progress));
  }

  TestbedTerra terra() {
    return bed.terra();
  }

  Testbed testbed() {
    return bed.testbed();
  }

  AddressPlan addresses() {
    return testbed().addresses();
  }

  SwitchControl switches() {
    return testbed().switches().orElseThrow();
  }

  NetworkView status() throws IOException {
    return NetworkView.of(terra().network("status"));
  }

  /** Returns the view after a probe of every tunnel. */
  NetworkView verified() throws IOException {
    return NetworkView.of(terra().network("verify"));
  }

  void killController() {
    testbed().processes().controller().ifPresent(ProcessRecord::killAndWait);
  }

  void startController() {
    testbed().processes().restartController(terra().size());
  }

  /** Returns the first view that meets a condition; empty if none does in time. */
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

  /** Waits until tunnels carry bytes. */
  void awaitTraffic() {
    long before = carried();
    Waiting.until(TRAFFIC_PATIENCE, () -> carried() - before > ANY_TRAFFIC);
  }

  private long carried() {
    return testbed().links().counters().stream().mapToLong(link -> link.ipBytes()).sum();
  }

  /** Starts a transfer, all to all, that takes the given time at best. */
  Submission startTransfer(double gammaSeconds) throws IOException {
    TransferPlan plan = TransferPlan.lasting(bed.wan(), Pattern.ALL_TO_ALL.pairs(bed.wan()), gammaSeconds);
    return bed.submit(bed.name("network"), plan, TRANSFER_PATIENCE);
  }

  /** Waits for a transfer and returns its problem; empty if all bytes have arrived. */
  Optional<String> problemOf(Submission transfer) throws IOException, InterruptedException {
    if (!transfer.await(TRANSFER_PATIENCE)) {
      return Optional.of("a transfer was not done in time (log: " + transfer.log() + ")");
    }
    return transfer.result().path("complete").asBoolean() ? Optional.empty()
        : Optional.of("a transfer failed: " + transfer.result().path("problem").asText());
  }

  /** Returns the connections between agents that the network keeps on their paths. */
  TunnelSockets sockets() {
    return new TunnelSockets(testbed());
  }

  @Override
  public void close() {
    bed.close();
  }
}
