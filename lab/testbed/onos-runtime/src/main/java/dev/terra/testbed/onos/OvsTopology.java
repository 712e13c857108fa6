package dev.terra.testbed.onos;

import java.util.Set;
import org.onosproject.common.DefaultTopology;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.topology.ClusterId;
import org.onosproject.net.topology.DefaultGraphDescription;
import org.onosproject.net.topology.Topology;
import org.onosproject.net.topology.TopologyCluster;
import org.onosproject.net.topology.TopologyServiceAdapter;

/** The topology of the devices and links that there are at the moment, by ONOS's own computation. */
final class OvsTopology extends TopologyServiceAdapter {
  private final OvsDevices devices;
  private final OvsLinks links;

  OvsTopology(OvsDevices devices, OvsLinks links) {
    this.devices = devices;
    this.links = links;
  }

  @Override
  public Topology currentTopology() {
    return new DefaultTopology(OvsDevices.PROVIDER,
        new DefaultGraphDescription(System.nanoTime(), System.currentTimeMillis(), devices.getDevices(), links.getLinks()));
  }

  @Override
  public Set<TopologyCluster> getClusters(Topology topology) {
    return ((DefaultTopology) topology).getClusters();
  }

  @Override
  public TopologyCluster getCluster(Topology topology, ClusterId id) {
    return ((DefaultTopology) topology).getCluster(id);
  }

  @Override
  public Set<DeviceId> getClusterDevices(Topology topology, TopologyCluster cluster) {
    return ((DefaultTopology) topology).getClusterDevices(cluster);
  }

  @Override
  public Set<Link> getClusterLinks(Topology topology, TopologyCluster cluster) {
    return ((DefaultTopology) topology).getClusterLinks(cluster);
  }
}
