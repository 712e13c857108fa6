package dev.terra.testbed.plan;

import dev.terra.core.wan.SiteId;
import java.util.Locale;

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

  /** The gateway host's address for tunnels that the network itself keeps on their paths; used for nothing else. */
  public String tunnelAddress() {
    return "10.80.0." + number;
  }

  /** The router's address among the routers that switches join. */
  public String switchedRouterAddress() {
    return "10.78.0." + number;
  }

  /** The Ethernet address of the router's interface towards its switch. */
  public String switchedRouterMac() {
    return String.format(Locale.ROOT, "02:54:52:01:00:%02x", number);
  }

  /** The name of the site's switch. */
  public String switchName() {
    return "s" + number;
  }

  /** The number of the site's switch as OpenFlow knows it: sixteen hexadecimal digits. */
  public String datapathId() {
    return String.format(Locale.ROOT, "%016x", number);
  }

  /** The site's switch as ONOS names it. */
  public String deviceId() {
    return "of:" + datapathId();
  }
}
