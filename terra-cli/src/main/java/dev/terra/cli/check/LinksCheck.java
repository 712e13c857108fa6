package dev.terra.cli.check;

import dev.terra.agent.config.AgentConfig;
import dev.terra.agent.config.Neighbour;
import dev.terra.api.address.Ipv4;
import dev.terra.core.failure.Failures;
import dev.terra.core.wan.Link;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Checks an agent's links to its controller and to its neighbours against its files. All links are checked at once. */
final class LinksCheck {
  /** The MTU of Ethernet; tunnels' packets are as large. */
  private static final int USUAL_MTU = 1_500;
  private static final int HEADER_BYTES = 28;
  /** The most checks at once; they wait for answers, not for cores. */
  private static final int MOST_AT_ONCE = 64;
  /** The tolerance of a round trip, since hosts do not answer at once, ms. */
  private static final double SLACK_MILLIS = 3;
  private static final double MOST_OFF = 1.5;

  private final Path file;
  private final Path topology;
  private final AgentConfig config;

  private LinksCheck(Path file, Path topology, AgentConfig config) {
    this.file = file;
    this.topology = topology;
    this.config = config;
  }

  /** Returns a finding for each host that does not answer, or answers otherwise than expected. */
  static List<Finding> of(Path file, Path topology, AgentConfig config) {
    LinksCheck check = new LinksCheck(file, topology, config);
    List<Callable<List<Finding>>> questions = new ArrayList<>();
    config.controllers().forEach(address -> questions.add(() -> check.controller(address)));
    config.neighbours().keySet().forEach(site -> questions.add(() -> check.neighbour(site)));
    ExecutorService askers = Executors.newFixedThreadPool(Math.min(questions.size(), MOST_AT_ONCE));
    try {
      List<Finding> findings = new ArrayList<>();
      for (Future<List<Finding>> answer : askers.invokeAll(questions)) {
        findings.addAll(answer.get());
      }
      return findings;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      askers.shutdownNow();
    }
  }

  private List<Finding> controller(InetSocketAddress named) {
    InetSocketAddress address;
    try {
      address = Ipv4.lookUp(named).get(0);
    } catch (UnknownHostException e) {
      return List.of(Finding.error(file, "controller", Failures.inWords(e), "correct the name, or see why this host does not know it: "
          + "getent hosts " + named.getHostString()));
    }
    Reach reach = Reach.of(null, address);
    String place = named.getHostString() + ":" + named.getPort();
    List<Finding> findings = new ArrayList<>(silence("controller", place, reach, "the controller"));
    if (reach.kind() == Reach.Kind.LISTENS) {
      HandshakeCheck.of(file, config, address).ifPresent(findings::add);
    }
    return findings;
  }

  private List<Finding> silence(String key, String place, Reach reach, String who) {
    return switch (reach.kind()) {
      case LISTENS -> List.of();
      case REFUSES -> List.of(Finding.warning(file, key, "nothing listens at " + place, "start " + who + " there, or correct " + key));
      case SILENT -> List.of(Finding.error(file, key, "no answer from " + place, "correct " + key
          + ", or open the port in firewalls: nc -vz "
          + place.replace(':', ' ')));
      case NO_ROUTE -> List.of(Finding.error(file, key, "this host has no route to " + place, "correct " + key
          + ", or add a route: ip route get "
          + place.replaceFirst(":.*", "")));
    };
  }

  private List<Finding> neighbour(SiteId to) {
    Neighbour ends = Objects.requireNonNull(config.neighbours().get(to));
    String key = "neighbours." + to + ".remote";
    Reach reach = Reach.of(ends.local(), new InetSocketAddress(ends.remote(), ends.remotePort()));
    String place = ends.remote().getHostAddress() + ":" + ends.remotePort();
    List<Finding> findings = new ArrayList<>(silence(key, place, reach, to + "'s agent"));
    config.wan().link(new LinkId(config.site(), to)).ifPresent(link -> {
      reach.roundTrip().flatMap(roundTrip -> latency(link, roundTrip)).ifPresent(findings::add);
      if (reach.roundTrip().isPresent()) {
        packets(to, ends).ifPresent(findings::add);
      }
    });
    return findings;
  }

  private Optional<Finding> latency(Link link, Duration roundTrip) {
    double measured = roundTrip.toNanos() / 2e6;
    double said = link.latency().toNanos() / 1e6;
    boolean longer = measured > said * MOST_OFF + SLACK_MILLIS;
    boolean shorter = measured < said / MOST_OFF - SLACK_MILLIS;
    return longer || shorter ? Optional.of(Finding.warning(topology, "links." + link.id() + ".latency",
        String.format(Locale.ROOT, "the topology has %.1f ms, but half a round trip takes %.1f ms", said, measured),
        String.format(Locale.ROOT, "latency: %.1f ms", measured))) : Optional.empty();
  }

  private Optional<Finding> packets(SiteId to, Neighbour ends) {
    String key = "neighbours." + to + ".local";
    int mtu = mtu(ends.local());
    if (mtu < USUAL_MTU) {
      return Optional.of(Finding.warning(file, key, "its interface sends packets of " + mtu + " bytes at most",
          "ip link set dev DEVICE mtu 1500, if the network carries that; capacities count packets of 1500 bytes"));
    }
    return passes(ends) ? Optional.empty() : Optional.of(Finding.warning(file, key,
        "packets of " + USUAL_MTU + " bytes do not reach " + ends.remote().getHostAddress() + " whole",
        "ping -M do -s " + (USUAL_MTU - HEADER_BYTES) + " " + ends.remote().getHostAddress()
            + ", and set the device's mtu to what passes"));
  }

  private static int mtu(InetAddress local) {
    try {
      NetworkInterface device = NetworkInterface.getByInetAddress(local);
      return device == null ? USUAL_MTU : device.getMTU();
    } catch (IOException e) {
      return USUAL_MTU;
    }
  }

  /** Returns whether packets of the usual size pass; also true where no echoes come back at all, since nothing is known then. */
  private static boolean passes(Neighbour ends) {
    return ping(ends, USUAL_MTU - HEADER_BYTES) || !ping(ends, HEADER_BYTES);
  }

  private static boolean ping(Neighbour ends, int bytes) {
    try {
      Process ping = new ProcessBuilder("ping", "-q", "-c", "1", "-W", "1", "-M", "do", "-s", Integer.toString(bytes), "-I",
          ends.local().getHostAddress(), ends.remote().getHostAddress()).redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
      return ping.waitFor(2, TimeUnit.SECONDS) && ping.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
