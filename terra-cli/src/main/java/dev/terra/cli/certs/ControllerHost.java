package dev.terra.cli.certs;

import com.google.common.net.InetAddresses;
import dev.terra.certs.HostNames;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The names of a controller's host for which the controller's certificate is valid. */
final class ControllerHost {
  private ControllerHost() {}

  /**
   * Returns the given names, and those of this machine.
   *
   * @throws IOException if one of them is malformed
   */
  static HostNames names(List<String> given) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    Set<InetAddress> addresses = new LinkedHashSet<>();
    for (String each : given) {
      if (InetAddresses.isInetAddress(each)) {
        addresses.add(InetAddresses.forString(each));
      } else if (HostNames.isName(each)) {
        names.add(each);
      } else {
        throw new IOException("--host: expected a name of DNS or an IP address, got '" + each + "'");
      }
    }
    addOwn(names, addresses);
    names.add("localhost");
    addresses.add(InetAddresses.forString("127.0.0.1"));
    return new HostNames(List.copyOf(names), List.copyOf(addresses));
  }

  private static void addOwn(Set<String> names, Set<InetAddress> addresses) {
    try {
      InetAddress own = InetAddress.getLocalHost();
      List.of(own.getHostName(), own.getCanonicalHostName()).stream()
          .filter(name -> HostNames.isName(name) && !InetAddresses.isInetAddress(name)).forEach(names::add);
      addresses.add(own);
    } catch (UnknownHostException e) {
      addresses.add(InetAddress.getLoopbackAddress()); // a machine without a name has at least this address
    }
  }
}
