package dev.terra.cli.check;

import dev.terra.api.address.Ipv4;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A NodeManager's {@code yarn-site.xml}, as far as Terra's handler goes by it. */
final class NodeManagerCheck {
  private static final String SERVICES = "yarn.nodemanager.aux-services";
  private static final String SERVICE = "mapreduce_shuffle";
  private static final String CLASS = SERVICES + "." + SERVICE + ".class";
  private static final String CLASS_PATH = SERVICES + "." + SERVICE + ".classpath";
  private static final String HANDLER = "dev.terra.shuffle.TerraShuffleHandler";
  private static final String RECOVERY = "yarn.nodemanager.recovery.enabled";
  private static final String SUPERVISED = "yarn.nodemanager.recovery.supervised";
  private static final String AGENTS = "terra.agents";
  private static final String SEGMENT_PORT = "terra.segment.port";
  private static final String SHUFFLE_PORT = "mapreduce.shuffle.port";
  private static final String DEFAULT_SHUFFLE_PORT = "13562";
  private static final String DEFAULT_SEGMENT_PORT = "13563";
  private static final int MOST_AGENTS = 16;
  private static final List<String> KNOWN = List.of(AGENTS, SEGMENT_PORT, "terra.mode", "terra.canary.queues", "terra.canary.users",
      "terra.canary.percent", "terra.spark.segment.port", "terra.spark.address");

  private final Path file;
  private final HadoopSite site;
  private final boolean offline;
  private final List<Finding> findings = new ArrayList<>();

  private NodeManagerCheck(Path file, HadoopSite site, boolean offline) {
    this.file = file;
    this.site = site;
    this.offline = offline;
  }

  /**
   * All that is wrong.
   *
   * @param hadoop Hadoop's folder, where it is known
   */
  static List<Finding> of(Path file, Optional<Path> hadoop, boolean offline) {
    NodeManagerCheck check = new NodeManagerCheck(file, HadoopSite.read(file), offline);
    check.service();
    check.names();
    check.agents();
    check.ports();
    check.choices();
    hadoop.ifPresent(home -> check.findings.addAll(HadoopCheck.of(home)));
    return check.findings;
  }

  private void error(String key, String problem, String cure) {
    findings.add(Finding.error(file, key, problem, cure));
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }

  private void service() {
    List<String> services = site.get(SERVICES).map(text -> Stream.of(text.split("[,\\s]+")).toList()).orElse(List.of());
    if (!services.contains(SERVICE)) {
      error(SERVICES, "it does not name " + SERVICE, property(SERVICES, SERVICE));
    }
    String handler = site.get(CLASS).orElse("none");
    if (!handler.equals(HANDLER)) {
      error(CLASS, "it is " + handler + ", so this node is stock", property(CLASS, HANDLER));
    }
    if (site.get(CLASS_PATH).isPresent()) {
      error(CLASS_PATH, "Hadoop's loader for it does not hand the local directories to the service",
          "take it out, and put terra-shuffle-nm.jar into $HADOOP_HOME/share/hadoop/yarn/lib");
    }
    if (isOff(RECOVERY)) {
      findings.add(Finding.warning(file, RECOVERY, "jobs lose their map outputs when the NodeManager starts again",
          property(RECOVERY, "true")));
    } else if (isOff(SUPERVISED)) {
      findings.add(Finding.warning(file, SUPERVISED, "a NodeManager that is stopped, to start again with other jars, ends its containers",
          property(SUPERVISED, "true")));
    }
  }

  private boolean isOff(String property) {
    return !site.get(property).orElse("false").equals("true");
  }

  private void names() {
    site.properties().keySet().stream().filter(name -> name.startsWith("terra.") && !KNOWN.contains(name)).forEach(name ->
        LoadFailure.Similar.to(name, KNOWN).ifPresent(meant ->
            error(name, "there is no such property", "write " + meant + " instead of " + name)));
  }

  private void agents() {
    List<String> agents = site.get(AGENTS).map(text -> Stream.of(text.split("\\s*,\\s*")).toList()).orElse(List.of());
    if (agents.isEmpty()) {
      error(AGENTS, "it names no agent, so this node is stock", property(AGENTS, "IP:7201"));
    } else if (agents.size() > MOST_AGENTS) {
      error(AGENTS, "it names " + agents.size() + " agents, and at most " + MOST_AGENTS + " are taken", "leave the nearest ones");
    }
    agents.forEach(this::agent);
  }

  private void agent(String text) {
    try {
      InetSocketAddress place = Ipv4.peer(text);
      if (!offline) {
        Reach reach = Reach.of(Optional.empty(), Ipv4.lookUp(place).get(0));
        if (reach.kind() == Reach.Kind.REFUSES) {
          findings.add(Finding.warning(file, AGENTS, "no agent listens at " + text,
              "start it there, or correct the address: its sitePort"));
        } else if (reach.kind() != Reach.Kind.LISTENS) {
          error(AGENTS, "no answer from " + text, "correct the address, or open the port: nc -vz " + text.replace(':', ' '));
        }
      }
    } catch (UnknownHostException e) {
      error(AGENTS, e.getMessage(), "correct the name, or write the address of this site's agent: getent hosts NAME");
    } catch (IllegalArgumentException e) {
      error(AGENTS, "'" + text + "' is no HOST:PORT: " + e.getMessage(), property(AGENTS, "10.1.0.200:7201") + " with the address of this site's agent");
    }
  }

  private void ports() {
    String segments = site.get(SEGMENT_PORT).orElse(DEFAULT_SEGMENT_PORT);
    if (!segments.matches("\\d{1,5}") || Integer.parseInt(segments) > 65_535) {
      error(SEGMENT_PORT, "'" + segments + "' is no port", property(SEGMENT_PORT, DEFAULT_SEGMENT_PORT));
    } else if (segments.equals(site.get(SHUFFLE_PORT).orElse(DEFAULT_SHUFFLE_PORT))) {
      error(SEGMENT_PORT, segments + " is the shuffle's own port", property(SEGMENT_PORT, DEFAULT_SEGMENT_PORT));
    }
  }

  private void choices() {
    site.get("terra.mode").filter(mode -> !List.of("on", "observe").contains(mode)).ifPresent(mode ->
        error("terra.mode", "it is '" + mode + "'", property("terra.mode", "observe") + ", or on"));
    site.get("terra.canary.percent").filter(share -> !share.matches("\\d{1,2}|100")).ifPresent(share ->
        error("terra.canary.percent", "'" + share + "' is no share of jobs", property("terra.canary.percent", "10") + ", from 0 to 100"));
  }
}
