package dev.terra.testbed.hadoop;

import dev.terra.testbed.plan.AddressPlan;
import dev.terra.testbed.state.StateDirectory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The controllers of a testbed, numbered from 0. All are on its core host, as is the ZooKeeper through which several of them agree on one
 * that leads.
 */
final class ControllerSet {
  /** The name of the first one's process; those of others begin with it. */
  static final String CONTROLLER = "controller";
  /** More than a run needs, and what the core host's memory has room for. */
  static final int MOST = 5;
  private static final String COUNT = "controllers";
  private static final int FIRST_PORT = 7100;
  private static final int FIRST_HTTP_PORT = 7180;
  private static final int ZOOKEEPER_PORT = 2181;
  /** ZooKeeper grants sessions of 2 to 20 ticks. */
  private static final int TICK_MILLIS = 500;
  /** A leader that was killed is followed after this. */
  private static final int SESSION_MILLIS = 2_000;

  private final ProcessCount count;
  private final String ip;

  ControllerSet(StateDirectory directory, AddressPlan addresses) {
    this.count = new ProcessCount(directory, COUNT, MOST, "controllers");
    this.ip = addresses.core().ip();
  }

  /** How many there are from the next start on. */
  void use(int number) {
    count.use(number);
  }

  /** How many there are; 1 by default. */
  int count() {
    return count.now();
  }

  IntStream numbers() {
    return IntStream.range(0, count());
  }

  /** The names of their processes. */
  List<String> names() {
    return numbers().mapToObj(ControllerSet::name).toList();
  }

  /** The name of one's process. */
  static String name(int number) {
    return number == 0 ? CONTROLLER : CONTROLLER + "-" + (number + 1);
  }

  /** Where one serves agents. */
  String address(int number) {
    return ip + ":" + (FIRST_PORT + number);
  }

  /** All of them, with commas between. */
  String addresses() {
    return numbers().mapToObj(this::address).collect(Collectors.joining(","));
  }

  /** Where one listens for HTTP on the loopback interface of its host, while it leads. */
  int httpPort(int number) {
    return FIRST_HTTP_PORT + number;
  }

  /** What the configuration of one says of the others; nothing if it is alone. */
  String configuration(int number) {
    if (count() == 1) {
      return "";
    }
    return "http: {listen: '127.0.0.1:" + httpPort(number) + "', audit: audit-" + name(number) + ".log}\n"
        + "zookeeper: {connect: '" + ip + ":" + ZOOKEEPER_PORT + "', sessionMillis: " + SESSION_MILLIS + "}\n";
  }

  /** ZooKeeper's own configuration. */
  String zooKeeper() {
    return "tickTime=" + TICK_MILLIS + "\n"
        + "dataDir=" + count.directory().file("zookeeper") + "\n"
        + "clientPort=" + ZOOKEEPER_PORT + "\n"
        + "clientPortAddress=" + ip + "\n"
        + "admin.enableServer=false\n";
  }
}
