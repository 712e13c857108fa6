package dev.terra.testbed.hadoop;

import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.state.StateDirectory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The controllers of a testbed, numbered from 0. All of them are on its core host, as is the ZooKeeper through which
 * several of them elect a leader.
 */
final class ControllerSet {
  /** The name of the first controller's process; the names of the others begin with it. */
  static final String CONTROLLER = "controller";
  /** The most controllers: more than a run needs, and as many as the core host's memory has room for. */
  static final int MOST = 5;
  private static final String COUNT = "controllers";
  private static final int FIRST_PORT = 7100;
  private static final int FIRST_HTTP_PORT = 7180;
  private static final int ZOOKEEPER_PORT = 2181;
  /** The tick of ZooKeeper, which grants sessions of 2 to 20 ticks. */
  private static final int TICK_MILLIS = 500;
  /** The session of a leader. After a leader was killed, another one follows after this time. */
  private static final int SESSION_MILLIS = 2_000;

  private final ProcessCount count;
  private final String ip;

  ControllerSet(StateDirectory directory, AddressPlan addresses) {
    this.count = new ProcessCount(directory, COUNT, MOST, "controllers");
    this.ip = addresses.core().ip();
  }

  /** Sets the number of controllers from the next start on. */
  void use(int number) {
    count.use(number);
  }

  /** Returns the number of controllers; 1 by default. */
  int count() {
    return count.now();
  }

  IntStream numbers() {
    return IntStream.range(0, count());
  }

  /** Returns the names of their processes. */
  List<String> names() {
    return numbers().mapToObj(ControllerSet::name).toList();
  }

  /** Returns the name of a controller's process. */
  static String name(int number) {
    return number == 0 ? CONTROLLER : CONTROLLER + "-" + (number + 1);
  }

  /** Returns the address at which a controller serves agents. */
  String address(int number) {
    return ip + ":" + (FIRST_PORT + number);
  }

  /** Returns the addresses of all controllers, with commas between. */
  String addresses() {
    return numbers().mapToObj(this::address).collect(Collectors.joining(","));
  }

  /** Returns the port at which a controller listens for HTTP on the loopback interface of its host, while it leads. */
  int httpPort(int number) {
    return FIRST_HTTP_PORT + number;
  }

  /** Returns the part of a controller's configuration that depends on the others; empty if it is alone. */
  String configuration(int number) {
    if (count() == 1) {
      return "";
    }
    return "http: {listen: '127.0.0.1:" + httpPort(number) + "', audit: audit-" + name(number) + ".log}\n"
        + "zookeeper: {connect: '" + ip + ":" + ZOOKEEPER_PORT + "', sessionMillis: " + SESSION_MILLIS + "}\n";
  }

  /** Returns ZooKeeper's own configuration. */
  String zooKeeper() {
    return "tickTime=" + TICK_MILLIS + "\n"
        + "dataDir=" + count.directory().file("zookeeper") + "\n"
        + "clientPort=" + ZOOKEEPER_PORT + "\n"
        + "clientPortAddress=" + ip + "\n"
        + "admin.enableServer=false\n";
  }
}
