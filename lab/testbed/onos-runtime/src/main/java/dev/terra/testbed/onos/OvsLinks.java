package dev.terra.testbed.onos;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.onosproject.net.ConnectPoint;
import org.onosproject.net.DefaultLink;
import org.onosproject.net.DeviceId;
import org.onosproject.net.Link;
import org.onosproject.net.link.LinkServiceAdapter;

/** The links between bridges: ONOS discovers them, here they are given; one with a port that has no signal vanishes. */
final class OvsLinks extends LinkServiceAdapter {
  private final Bridges bridges;
  private final List<Link> cables;

  /**
   * Links that are given as lines of both ends' devices and ports, {@code of:0000000000000001/11 of:0000000000000002/11}, in both
   * directions.
   */
  OvsLinks(Bridges bridges, List<String> lines) {
    this.bridges = bridges;
    this.cables = lines.stream().map(OvsLinks::link).toList();
  }

  private static Link link(String line) {
    String[] ends = line.strip().split(" +");
    return DefaultLink.builder().providerId(OvsDevices.PROVIDER).type(Link.Type.DIRECT).state(Link.State.ACTIVE)
        .src(ConnectPoint.deviceConnectPoint(ends[0])).dst(ConnectPoint.deviceConnectPoint(ends[1])).build();
  }

  private Set<Link> links(Predicate<Link> which) {
    return cables.stream().filter(link -> bridges.isUp(link.src()) && bridges.isUp(link.dst())).filter(which)
        .collect(Collectors.toSet());
  }

  @Override
  public int getLinkCount() {
    return links(link -> true).size();
  }

  @Override
  public Iterable<Link> getLinks() {
    return links(link -> true);
  }

  @Override
  public Iterable<Link> getActiveLinks() {
    return getLinks();
  }

  @Override
  public Set<Link> getDeviceLinks(DeviceId device) {
    return links(link -> link.src().deviceId().equals(device) || link.dst().deviceId().equals(device));
  }

  @Override
  public Set<Link> getDeviceEgressLinks(DeviceId device) {
    return links(link -> link.src().deviceId().equals(device));
  }

  @Override
  public Set<Link> getDeviceIngressLinks(DeviceId device) {
    return links(link -> link.dst().deviceId().equals(device));
  }

  @Override
  public Set<Link> getLinks(ConnectPoint point) {
    return links(link -> link.src().equals(point) || link.dst().equals(point));
  }

  @Override
  public Set<Link> getEgressLinks(ConnectPoint point) {
    return links(link -> link.src().equals(point));
  }

  @Override
  public Set<Link> getIngressLinks(ConnectPoint point) {
    return links(link -> link.dst().equals(point));
  }

  @Override
  public Link getLink(ConnectPoint from, ConnectPoint to) {
    return links(link -> link.src().equals(from) && link.dst().equals(to)).stream().findFirst().orElse(null);
  }
}
