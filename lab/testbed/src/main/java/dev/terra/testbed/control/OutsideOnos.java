package dev.terra.testbed.control;

import dev.terra.testbed.TestbedException;
import dev.terra.testbed.net.ByteRelay;
import dev.terra.testbed.net.HostEntry;
import dev.terra.testbed.net.OpenVSwitch;
import dev.terra.testbed.os.ProcessRecord;
import dev.terra.testbed.os.Waiting;
import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.state.OnosLogin;
import dev.terra.testbed.state.StateDirectory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * An ONOS outside of the testbed. Neither the testbed's hosts nor its switches reach anything outside, so relays join
 * them with it: Terra's controller reaches it on the core host, and switches by a file.
 */
final class OutsideOnos {
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(10);
  private static final Duration RELAY_PATIENCE = Duration.ofSeconds(60);
  /**
   * The configuration of ONOS for foreign rules. By default ONOS removes rules that it did not install, such as those
   * of the default routes.
   */
  private static final String EXTRANEOUS = "/configuration/org.onosproject.net.flow.impl.FlowRuleManager";
  private static final int SUCCESS = 2;
  private static final int PER_CLASS = 100;

  private final StateDirectory directory;
  private final AddressPlan addresses;

  OutsideOnos(StateDirectory directory, AddressPlan addresses) {
    this.directory = directory;
    this.addresses = addresses;
  }

  /**
   * Joins the testbed with the outside ONOS, and returns the relays.
   *
   * @throws TestbedException if no ONOS answers
   */
  List<ProcessRecord> join(URI other, OpenVSwitch switches, Consumer<String> progress) {
    OnosLogin outside = OnosLogin.of(other);
    if (!"http".equals(other.getScheme())) {
      throw new TestbedException("expected an ONOS with http, got " + outside.url()
          + ": in the testbed it has another name than its certificate says");
    }
    leaveDefaultRoutesAlone(outside, progress);
    OnosLogin inside = outside.at(addresses.core().ip(), OnosProcess.PORT);
    Path rest = inside.write(directory).resolveSibling("rest");
    Path openFlow = directory.file(OpenVSwitch.FOLDER, "onos.sock");
    String host = outside.url().getHost();
    HostEntry entry = new HostEntry(directory);
    List<ProcessRecord> relays = List.of(
        entry.startOutside("onos-rest", ByteRelay.command("unix:" + rest, host + ":" + outside.url().getPort())),
        entry.startOutside("onos-openflow", ByteRelay.command("unix:" + openFlow, host + ":" + OnosLogin.OPEN_FLOW_PORT)),
        entry.start(addresses.core().name(), "onos-inside",
            ByteRelay.command(addresses.core().ip() + ":" + OnosProcess.PORT, "unix:" + rest), Map.of()));
    Waiting.until(RELAY_PATIENCE, () -> (Files.exists(rest) && Files.exists(openFlow)) || relays.stream().anyMatch(one -> !one.isAlive()));
    relays.stream().filter(relay -> !relay.isAlive()).findFirst().ifPresent(relay -> {
      throw new TestbedException("the way to ONOS did not open: " + relay.lastLogLine() + " (log: " + relay.log() + ")");
    });
    switches.obey("unix:" + openFlow);
    return relays;
  }

  private static void leaveDefaultRoutesAlone(OnosLogin onos, Consumer<String> progress) {
    String login = Base64.getEncoder().encodeToString((onos.user() + ":" + onos.password()).getBytes(StandardCharsets.UTF_8));
    HttpRequest request = HttpRequest.newBuilder(URI.create(onos.url() + EXTRANEOUS)).timeout(ANSWER_PATIENCE)
        .header("Authorization", "Basic " + login).header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"allowExtraneousRules\": \"true\"}")).build();
    try {
      int status = HttpClient.newBuilder().connectTimeout(ANSWER_PATIENCE).version(HttpClient.Version.HTTP_1_1).build()
          .send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      if (status / PER_CLASS != SUCCESS) {
        progress.accept("ONOS at " + onos.url() + " answers " + status + " to a change of its allowExtraneousRules: unless that is true it"
            + " takes the default routes out of the switches");
      }
    } catch (IOException e) {
      throw new TestbedException("no ONOS answers at " + onos.url() + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while ONOS at " + onos.url() + " was asked", e);
    }
  }
}
