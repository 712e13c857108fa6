package dev.terra.cli.check;

import dev.terra.core.failure.Failures;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Checks whether this host has the addresses at which a service is to listen, and whether their ports are free or are the service's own.
 */
final class HostAddresses {
  private final Path file;
  private final String service;
  private final Map<String, String> keysByPort = new TreeMap<>();
  private final List<Finding> findings = new ArrayList<>();

  /**
   * Makes a check for one service.
   *
   * @param service agent or controller: ports that such a process of Terra has already are fine
   */
  HostAddresses(Path file, String service) {
    this.file = file;
    this.service = service;
  }

  /** Checks an address and a port; port 0 stands for any free port. The check listens there for a moment only. */
  void needs(String addressKey, String portKey, InetAddress address, int port) {
    if (!isHere(address)) {
      findings.add(Finding.error(file, addressKey, "this host has no address " + address.getHostAddress(),
          "set " + addressKey + " to one of those that `ip -brief address` shows, or run this where that address is"));
      return;
    }
    String place = address.getHostAddress() + ":" + port;
    String other = keysByPort.putIfAbsent(place, portKey);
    if (port == 0) {
      return;
    }
    if (other != null) {
      if (!other.equals(portKey)) {
        findings.add(Finding.error(file, portKey, "it is " + place + ", and so is " + other, "set " + portKey + " to another port"));
      }
    } else {
      port(portKey, address, port);
    }
  }

  private void port(String key, InetAddress address, int port) {
    Optional<String> refused = refusal(address, port);
    if (refused.isEmpty()) {
      return;
    }
    Optional<PortOwner> owner = PortOwner.of(port);
    if (owner.filter(found -> found.isTerra(service)).isPresent()) {
      return;
    }
    boolean privileged = refused.get().contains("denied");
    findings.add(Finding.error(file, key, "port " + port + " of " + address.getHostAddress()
        + (privileged ? " is for root alone" : " is taken by " + owner.map(PortOwner::toString).orElse("another process")),
        privileged ? "set " + key + " to a port from 1024" : "set " + key + " to a free port, or see who it is: ss -ltnp 'sport = :"
            + port + "'"));
  }

  private static boolean isHere(InetAddress address) {
    return refusal(address, 0).isEmpty();
  }

  private static Optional<String> refusal(InetAddress address, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      // This is how services listen: after a restart, a port is free although earlier connections linger.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(Failures.inWords(e));
    }
  }

  /** Returns the findings so far. */
  List<Finding> findings() {
    return List.copyOf(findings);
  }
}
