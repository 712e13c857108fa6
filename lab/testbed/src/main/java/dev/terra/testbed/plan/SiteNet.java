package dev.terra.testbed.plan;

import dev.terra.core.wan.SiteId;
import java.util.Locale;

/**
 * A site's LAN: {@code 10.77.number.0/24}.
 *
 * @param site the site
 * @param number from 1, in the order of the topology file
 * @param label the site's id as part of a host name: letters, digits and dashes
 */
public record SiteNet(SiteId site, int number, String label) {
  /** Returns its addresses in CIDR form. */
  public String subnet() {
    return address(0) + "/24";
  }

  /** Returns the address with this last octet. */
  public String address(int lastOctet) {
    return "10.77." + number + "." + lastOctet;
  }

  /** Returns the router's address on the LAN. */
  public String routerAddress() {
    return address(AddressPlan.ROUTER_OCTET);
  }

  /** Returns the gateway host's address. */
  public String gatewayAddress() {
    return address(AddressPlan.GATEWAY_OCTET);
  }

  /** Returns the name of the router's namespace, without the prefix. */
  public String routerName() {
    return label + "-router";
  }

  /** Returns the gateway host's address for tunnels that the network itself keeps on their paths. It has no other use. */
  public String tunnelAddress() {
    return "10.80.0." + number;
  }

  /** Returns the router's address among the routers that switches join. */
  public String switchedRouterAddress() {
    return "10.78.0." + number;
  }

  /** Returns the Ethernet address of the router's interface towards its switch. */
  public String switchedRouterMac() {
    return String.format(Locale.ROOT, "02:54:52:01:00:%02x", number);
  }

  /** Returns the name of the site's switch. */
  public String switchName() {
    return "s" + number;
  }

  /** Returns the number of the site's switch in OpenFlow: sixteen hexadecimal digits. */
  public String datapathId() {
    return String.format(Locale.ROOT, "%016x", number);
  }

  /** Returns the name of the site's switch in ONOS. */
  public String deviceId() {
    return "of:" + datapathId();
  }
}
