package dev.terra.testbed.plan;

import dev.terra.core.wan.SiteId;

/**
 * A site's LAN: {@code 10.77.number.0/24}.
 *
 * @param site whose
 * @param number from 1, in the order of the topology file
 * @param label the site's id as part of a host name: letters, digits and dashes
 */
public record SiteNet(SiteId site, int number, String label) {
  /** Its addresses in CIDR form. */
  public String subnet() {
    return address(0) + "/24";
  }

  /** The address of this last octet. */
  public String address(int lastOctet) {
    return "10.77." + number + "." + lastOctet;
  }

  /** The router's address on the LAN. */
  public String routerAddress() {
    return address(AddressPlan.ROUTER_OCTET);
  }

  /** The gateway host's address. */
  public String gatewayAddress() {
    return address(AddressPlan.GATEWAY_OCTET);
  }

  /** The name of the router's namespace, without the prefix. */
  public String routerName() {
    return label + "-router";
  }
}
