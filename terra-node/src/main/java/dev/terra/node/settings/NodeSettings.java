package dev.terra.node.settings;

import dev.terra.api.address.Ipv4;
import dev.terra.core.slice.Slices;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.output.Participation;
import java.net.InetAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * An operator's settings of Terra in {@code yarn-site.xml}, for one engine's shuffle service.
 *
 * @param agents the agents of this node's site, in order of preference; none = Terra is off and the service is stock
 * @param slices how many agents share a site
 * @param place how agents and other nodes reach this service
 * @param participation which jobs' fetches may be redirected
 */
public record NodeSettings(List<AgentAddress> agents, Slices slices, Place place, Participation participation) {
  /** The key of the comma-separated {@code IP:port} of the agents of this node's site. */
  public static final String AGENTS_KEY = "terra.agents";
  /** The key of the number of agents that share a site. */
  public static final String AGENTS_PER_SITE_KEY = "terra.agents.per.site";
  /** The key of the port at which Hadoop's handler serves map outputs to its site's agents. */
  public static final String SEGMENT_PORT_KEY = "terra.segment.port";
  /** The key of the port at which Spark's service serves shuffle files to its site's agents. */
  public static final String SPARK_SEGMENT_PORT_KEY = "terra.spark.segment.port";
  /** The key of the address of this node, an IP literal, as other nodes' executors name it. */
  public static final String SPARK_ADDRESS_KEY = "terra.spark.address";
  /** The default segment port: one above Hadoop's shuffle port. */
  public static final int DEFAULT_SEGMENT_PORT = 13563;
  /** The most agents. A site has a few; a long list is a mistake, and each agent costs a connection. */
  public static final int MAX_AGENTS = 16;

  /**
   * How a service is reached.
   *
   * @param service the name by which agents distinguish it from others at the same address; empty for Hadoop's handler
   * @param segmentPort TCP port on which agents read segments, 0 to 65535 (0 = any free port)
   * @param address the address by which other nodes reach this node; empty for the address from which the node reaches its agents
   */
  public record Place(String service, int segmentPort, Optional<InetAddress> address) {
    /** Checks the port. */
    public Place {
      if (segmentPort < 0 || segmentPort > 65_535) {
        throw new IllegalArgumentException("expected a port from 0 to 65535, got " + segmentPort);
      }
    }
  }

  /** A key and what is wrong with its value. */
  public record Problem(String key, String text) {}

  /** Checks the number of agents. */
  public NodeSettings {
    agents = atMost(agents);
  }

  private static List<AgentAddress> atMost(List<AgentAddress> agents) {
    if (agents.size() > MAX_AGENTS) {
      throw new IllegalArgumentException(AGENTS_KEY + ": at most " + MAX_AGENTS + " agents, got " + agents.size());
    }
    return List.copyOf(agents);
  }

  /**
   * Reads the settings.
   *
   * @param source returns the value of a key without the blanks around it, if it has one
   * @throws IllegalArgumentException if a value is wrong; the message names the key and what was expected
   */
  public static NodeSettings of(NodeEngine engine, Function<String, Optional<String>> source) {
    return new Reader(engine, source).read();
  }

  /** Returns the agents alone, whatever else is wrong with the settings. */
  public static List<AgentAddress> agents(Function<String, Optional<String>> source) {
    return new Reader(NodeEngine.HADOOP, source).agents();
  }

  /** Returns all problems of the settings. */
  public static List<Problem> problems(NodeEngine engine, Function<String, Optional<String>> source) {
    return new Reader(engine, source).problems();
  }

  /** Returns the port at which this service serves segments. */
  public int segmentPort() {
    return place.segmentPort;
  }

  /** Returns the address by which other nodes reach this node. */
  public Optional<InetAddress> address() {
    return place.address;
  }

  /** Returns the name by which agents distinguish this service from others at the same address. */
  public String service() {
    return place.service;
  }

  /** Reads one engine's settings from one source. */
  private record Reader(NodeEngine engine, Function<String, Optional<String>> source) {
    NodeSettings read() {
      return new NodeSettings(agents(), slices(), place(), Participation.from(source));
    }

    List<Problem> problems() {
      return Stream.<Supplier<?>>of(this::agents, this::slices, this::segmentPort, this::address, () -> Participation.from(source))
          .flatMap(part -> problem(part).stream()).toList();
    }

    private static Optional<Problem> problem(Supplier<?> part) {
      try {
        Objects.requireNonNull(part.get());
        return Optional.empty();
      } catch (IllegalArgumentException e) {
        String[] words = Objects.requireNonNull(e.getMessage()).split(": ", 2);
        return Optional.of(new Problem(words[0], words[1]));
      }
    }

    List<AgentAddress> agents() {
      return atMost(source.apply(AGENTS_KEY).stream().flatMap(list -> Stream.of(list.split(","))).map(String::strip)
          .filter(text -> !text.isEmpty()).map(text -> named(AGENTS_KEY, () -> AgentAddress.parse(text))).toList());
    }

    private Slices slices() {
      return named(AGENTS_PER_SITE_KEY, () -> new Slices(number(AGENTS_PER_SITE_KEY, 1)));
    }

    private Place place() {
      return new Place(engine.service(source), segmentPort(), address());
    }

    private int segmentPort() {
      String key = engine.segmentPortKey();
      return named(key, () -> new Place("", number(key, engine.standardSegmentPort(source)), Optional.empty())).segmentPort;
    }

    private Optional<InetAddress> address() {
      return engine == NodeEngine.HADOOP ? Optional.empty()
          : source.apply(SPARK_ADDRESS_KEY).map(text -> named(SPARK_ADDRESS_KEY, () -> Ipv4.address(text)));
    }

    private int number(String key, int standard) {
      String text = source.apply(key).orElse(Integer.toString(standard));
      try {
        return Integer.parseInt(text);
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException("expected a number, got '" + text + "'", e);
      }
    }

    private static <T> T named(String key, Supplier<T> reading) {
      try {
        return reading.get();
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(key + ": " + e.getMessage(), e);
      }
    }
  }
}
