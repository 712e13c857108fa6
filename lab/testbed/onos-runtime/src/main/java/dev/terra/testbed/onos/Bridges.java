package dev.terra.testbed.onos;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DeviceId;
import org.onosproject.net.PortNumber;

/**
 * The bridges of an Open vSwitch, and which of their ports have a signal. The data base says at once when a port loses it; which
 * bridges and ports there are is read once.
 */
final class Bridges {
  private static final String COLUMNS = "name,ofport,link_state";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final OvsPrograms programs;
  private final Map<DeviceId, String> nameByDevice = new LinkedHashMap<>();
  private final Map<String, DeviceId> deviceByInterface = new LinkedHashMap<>();
  private final Map<DeviceId, SortedMap<Integer, SwitchPort>> ports = new ConcurrentHashMap<>();

  /** A port of a bridge. */
  record SwitchPort(int number, String name, boolean up) {}

  Bridges(OvsPrograms programs) {
    this.programs = programs;
    programs.configuration("list-br").orThrow().lines().forEach(this::read);
  }

  private void read(String bridge) {
    String datapath = programs.configuration("get", "bridge", bridge, "datapath-id").orThrow().strip().replace("\"", "");
    DeviceId device = DeviceId.deviceId("of:" + datapath);
    nameByDevice.put(device, bridge);
    ports.put(device, new TreeMap<>());
    programs.configuration("list-ports", bridge).orThrow().lines().forEach(port -> deviceByInterface.put(port, device));
  }

  /** Follows the ports' state until the data base ends; says when all of it is known. */
  void watch(Runnable known) throws IOException {
    Process client = new ProcessBuilder("ovsdb-client", "monitor", programs.dataBase(), "Open_vSwitch", "Interface", COLUMNS,
        "--format=json").redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Runtime.getRuntime().addShutdownHook(new Thread(client::destroy, "stop-watching"));
    try (var changes = client.inputReader()) {
      for (String line = changes.readLine(); line != null; line = changes.readLine()) {
        change(JSON.readTree(line));
        known.run();
      }
    }
  }

  /** A change has a row for each interface, of the same columns as the headings. */
  private void change(JsonNode change) {
    JsonNode headings = change.path("headings");
    for (JsonNode row : change.path("data")) {
      Map<String, JsonNode> cells = new LinkedHashMap<>();
      for (int i = 0; i < headings.size(); i++) {
        cells.put(headings.get(i).asText(), row.path(i));
      }
      String kind = cells.get("action").asText();
      if (!kind.equals("old") && !kind.equals("delete")) {
        set(cells.get("name").asText(), cells.get("ofport").asInt(-1), cells.get("link_state").asText().equals("up"));
      }
    }
  }

  private void set(String name, int number, boolean up) {
    DeviceId device = deviceByInterface.get(name);
    if (device != null && number > 0) {
      SortedMap<Integer, SwitchPort> changed = new TreeMap<>(ports.get(device));
      changed.put(number, new SwitchPort(number, name, up));
      ports.put(device, changed);
    }
  }

  Iterable<DeviceId> devices() {
    return nameByDevice.keySet();
  }

  /** The bridge that a device is; empty if it is none. */
  Optional<String> bridge(DeviceId device) {
    return Optional.ofNullable(nameByDevice.get(device));
  }

  Iterable<SwitchPort> ports(DeviceId device) {
    return ports.getOrDefault(device, new TreeMap<>()).values();
  }

  boolean isUp(ConnectPoint point) {
    SwitchPort port = ports.getOrDefault(point.deviceId(), new TreeMap<>()).get((int) point.port().toLong());
    return port != null && port.up();
  }

  /** The port's number in ONOS. */
  static PortNumber number(SwitchPort port) {
    return PortNumber.portNumber(port.number());
  }
}
