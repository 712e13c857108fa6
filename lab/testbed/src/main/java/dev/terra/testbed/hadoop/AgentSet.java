package dev.terra.testbed.hadoop;

import dev.terra.testbed.state.StateDirectory;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The agents of each of a testbed's sites, numbered from 0. All agents of a site are on its gateway, on ports of their own. */
final class AgentSet {
  /** The name of the process of a site's first agent; the names of the others begin with it. */
  static final String AGENT = "agent";
  /** The port at which an agent serves the handlers of its site. */
  static final int SITE_PORT = 7201;
  /** The most agents of a site, for which the memory of a machine has room. */
  static final int MOST = 4;
  private static final String COUNT = "agents-per-site";
  /** The step between the ports of two agents. Each slice of an agent has ports 10 above those of the slice before. */
  private static final int PORT_STEP = 100;
  private static final int SLICE_PORT_STEP = 10;

  private final ProcessCount count;

  AgentSet(StateDirectory directory) {
    this.count = new ProcessCount(directory, COUNT, MOST, "agents for each site");
  }

  /** Sets the number of agents of each site from the next start on. */
  void use(int number) {
    count.use(number);
  }

  /** Returns the number of agents of each site; 1 by default. */
  int count() {
    return count.now();
  }

  IntStream numbers() {
    return IntStream.range(0, count());
  }

  /** Returns the suffix of an agent's name, and of the names of what is its own; empty for the first agent. */
  static String suffix(int number) {
    return number == 0 ? "" : "-" + (number + 1);
  }

  /** Returns the name of an agent's process. */
  static String name(int number) {
    return AGENT + suffix(number);
  }

  /** Returns the port of an agent of the kind of which the first agent has {@code first}. */
  static int port(int number, int first) {
    return first + number * PORT_STEP;
  }

  /** Returns the addresses of all agents, with commas between. */
  String addresses(String ip, int firstPort) {
    return addresses(numbers(), ip, firstPort);
  }

  /** Returns the addresses of all agents but the first. */
  String others(String ip, int firstPort) {
    return addresses(numbers().skip(1), ip, firstPort);
  }

  private static String addresses(IntStream numbers, String ip, int firstPort) {
    return numbers.mapToObj(number -> ip + ":" + port(number, firstPort)).collect(Collectors.joining(", "));
  }

  /** Returns the ports of a kind at which the agent of each slice of a site's work may be, by slice. */
  List<List<Integer>> slicePorts(int firstPort) {
    return numbers().mapToObj(slice -> numbers().mapToObj(number -> slicePort(number, slice, firstPort)).toList()).toList();
  }

  /** Returns the port of a kind of an agent while it carries a slice. */
  static int slicePort(int number, int slice, int firstPort) {
    return port(number, firstPort + slice * SLICE_PORT_STEP);
  }

  /** Returns the part of configurations; empty if each site has one agent. */
  String configuration() {
    return count() == 1 ? "" : "agentsPerSite: " + count() + "\n";
  }
}
