package dev.terra.testbed.onos;

import com.google.common.collect.Lists;
import com.google.common.collect.Streams;
import dev.terra.testbed.onos.Bridges.SwitchPort;
import java.util.List;
import java.util.stream.StreamSupport;
import org.onlab.packet.ChassisId;
import org.onosproject.net.DefaultAnnotations;
import org.onosproject.net.DefaultDevice;
import org.onosproject.net.DefaultPort;
import org.onosproject.net.Device;
import org.onosproject.net.DeviceId;
import org.onosproject.net.MastershipRole;
import org.onosproject.net.Port;
import org.onosproject.net.PortNumber;
import org.onosproject.net.device.DeviceServiceAdapter;
import org.onosproject.net.device.PortStatistics;
import org.onosproject.net.provider.ProviderId;

/** Bridges as ONOS's devices. */
final class OvsDevices extends DeviceServiceAdapter {
  static final ProviderId PROVIDER = new ProviderId("of", "org.onosproject.provider.openflow");

  private final Bridges bridges;
  private final PortCounters counters;
  private final long since = System.currentTimeMillis();

  OvsDevices(Bridges bridges, PortCounters counters) {
    this.bridges = bridges;
    this.counters = counters;
  }

  @Override
  public Iterable<Device> getDevices() {
    return Streams.stream(bridges.devices()).map(this::getDevice).toList();
  }

  @Override
  public Iterable<Device> getAvailableDevices() {
    return getDevices();
  }

  @Override
  public Device getDevice(DeviceId device) {
    if (bridges.bridge(device).isEmpty()) {
      return null;
    }
    ChassisId chassis = new ChassisId(device.uri().getSchemeSpecificPart());
    return new DefaultDevice(PROVIDER, device, Device.Type.SWITCH, "Nicira, Inc.", "Open vSwitch", "3", "None", chassis,
        DefaultAnnotations.builder().set("protocol", "OF_13").build());
  }

  @Override
  public boolean isAvailable(DeviceId device) {
    return bridges.bridge(device).isPresent();
  }

  @Override
  public MastershipRole getRole(DeviceId device) {
    return MastershipRole.MASTER;
  }

  @Override
  public String localStatus(DeviceId device) {
    return "connected since this server's start";
  }

  @Override
  public long getLastUpdatedInstant(DeviceId device) {
    return since;
  }

  @Override
  public List<Port> getPorts(DeviceId device) {
    Device element = getDevice(device);
    return StreamSupport.stream(bridges.ports(device).spliterator(), false).map((SwitchPort port) -> (Port) new DefaultPort(element,
        Bridges.number(port), port.up(), DefaultAnnotations.builder().set("portName", port.name()).build())).toList();
  }

  @Override
  public Port getPort(DeviceId device, PortNumber number) {
    return getPorts(device).stream().filter(port -> port.number().equals(number)).findFirst().orElse(null);
  }

  @Override
  public List<PortStatistics> getPortStatistics(DeviceId device) {
    return Lists.newArrayList(counters.total(device));
  }

  @Override
  public List<PortStatistics> getPortDeltaStatistics(DeviceId device) {
    return Lists.newArrayList(counters.difference(device));
  }

  @Override
  public PortStatistics getStatisticsForPort(DeviceId device, PortNumber number) {
    return find(getPortStatistics(device), number);
  }

  @Override
  public PortStatistics getDeltaStatisticsForPort(DeviceId device, PortNumber number) {
    return find(getPortDeltaStatistics(device), number);
  }

  private static PortStatistics find(List<PortStatistics> all, PortNumber number) {
    return all.stream().filter(one -> one.portNumber().equals(number)).findFirst().orElse(null);
  }
}
