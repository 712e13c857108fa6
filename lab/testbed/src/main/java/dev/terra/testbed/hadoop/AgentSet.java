package dev.terra.testbed.hadoop;

import dev.terra.testbed.state.StateDirectory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The agents of each of a testbed's sites, numbered from 0. All of a site are on its gateway, on ports of their own. */
final class AgentSet {
  /** The name of the process of a site's first agent; those of others begin with it. */
  static final String AGENT = "agent";
  /** Where an agent serves the handlers of its site. */
  static final int SITE_PORT = 7201;
  /** What the memory of a machine has room for. */
  static final int MOST = 4;
  private static final String COUNT = "agents-per-site";
  /** Each slice of an agent has ports 10 above those of the one before. */
  private static final int PORT_STEP = 100;
  private static final int SLICE_PORT_STEP = 10;

  private final ProcessCount count;

  AgentSet(StateDirectory directory) {
    this.count = new ProcessCount(directory, COUNT, MOST, "agents for each site");
  }

  /** How many each site has from the next start on. */
  void use(int number) {
    count.use(number);
  }

  /** How many each site has; 1 by default. */
  int count() {
    return count.now();
  }

  IntStream numbers() {
    return IntStream.range(0, count());
  }

  /** What is added to one's name, and to the names of what is its own; nothing for the first. */
  static String suffix(int number) {
    return number == 0 ? "" : "-" + (number + 1);
  }

  /** The name of one's process. */
  static String name(int number) {
    return AGENT + suffix(number);
  }

  /** One's port of a kind, of which the first agent has this. */
  static int port(int number, int first) {
    return first + number * PORT_STEP;
  }

  /** Addresses of all, with commas between. */
  String addresses(String ip, int firstPort) {
    return addresses(numbers(), ip, firstPort);
  }

  /** Addresses of all but the first. */
  String others(String ip, int firstPort) {
    return addresses(numbers().skip(1), ip, firstPort);
  }

  private static String addresses(IntStream numbers, String ip, int firstPort) {
    return numbers.mapToObj(number -> ip + ":" + port(number, firstPort)).collect(Collectors.joining(", "));
  }

  /** By slice of a site's work, the ports of a kind at which its agent may be. */
  List<List<Integer>> slicePorts(int firstPort) {
    return numbers().mapToObj(slice -> numbers().mapToObj(number -> slicePort(number, slice, firstPort)).toList()).toList();
  }

  /** One's port of a kind while it carries a slice. */
  static int slicePort(int number, int slice, int firstPort) {
    return port(number, firstPort + slice * SLICE_PORT_STEP);
  }

  /** What configurations say of it; nothing where each site has one. */
  String configuration() {
    return count() == 1 ? "" : "agentsPerSite: " + count() + "\n";
  }
}
