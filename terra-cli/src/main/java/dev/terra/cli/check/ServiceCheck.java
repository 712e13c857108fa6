package dev.terra.cli.check;

import dev.terra.api.tls.Speech;
import dev.terra.api.tls.TlsPaths;
import dev.terra.config.hadoop.HadoopSite;
import dev.terra.core.failure.Failures;
import dev.terra.node.agent.AgentAddress;
import dev.terra.node.agent.HandlerTls;
import dev.terra.node.output.Participation;
import dev.terra.node.settings.NodeEngine;
import dev.terra.node.settings.NodeSettings;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the settings of one shuffle service in a NodeManager, with the class with which the service itself reads them. */
final class ServiceCheck {
  private static final String SHUFFLE_PORT = "mapreduce.shuffle.port";
  private static final String DEFAULT_SHUFFLE_PORT = "13562";
  private static final String STOCK = ", so this node is stock";
  /** An example of a value for each key. */
  private static final Map<String, String> EXAMPLES = Map.of(NodeSettings.AGENTS_KEY, "10.1.0.200:7201",
      NodeSettings.AGENTS_PER_SITE_KEY, "1", NodeSettings.SEGMENT_PORT_KEY, "13563", NodeSettings.SPARK_SEGMENT_PORT_KEY, "7338",
      NodeSettings.SPARK_ADDRESS_KEY, "10.1.0.11", Participation.MODE_KEY, "observe", Participation.PERCENT_KEY, "10");

  private final Path file;
  private final NodeEngine engine;
  private final HadoopSite site;
  private final Means means;
  private final List<Finding> findings = new ArrayList<>();

  /** Whether the check stays on this host, and the current time. */
  record Means(boolean offline, Instant now) {}

  ServiceCheck(Path file, NodeEngine engine, HadoopSite site, Means means) {
    this.file = file;
    this.engine = engine;
    this.site = site;
    this.means = means;
  }

  /** Returns all findings. */
  List<Finding> findings() {
    NodeSettings.problems(engine, site::get).forEach(problem -> error(problem.key(), problem.text() + STOCK, cure(problem.key())));
    if (site.get(NodeSettings.AGENTS_KEY).isEmpty()) {
      error(NodeSettings.AGENTS_KEY, "it names no agent" + STOCK, NodeManagerFiles.property(NodeSettings.AGENTS_KEY, "IP:7201"));
    }
    ports();
    Optional<TlsPaths> tls = tls();
    if (!means.offline) {
      agents().forEach(agent -> reach(agent, tls.isPresent()));
    }
    return findings;
  }

  private void error(String key, String problem, String cure) {
    findings.add(Finding.error(file, key, problem, cure));
  }

  private static String cure(String key) {
    String example = NodeManagerFiles.property(key, EXAMPLES.getOrDefault(key, "VALUE"));
    return key.equals(NodeSettings.AGENTS_KEY) ? example + " with the addresses of this site's agents" : example;
  }

  private List<AgentAddress> agents() {
    try {
      return NodeSettings.agents(site::get);
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  private void ports() {
    String key = engine.segmentPortKey();
    if (engine == NodeEngine.HADOOP && site.get(key).isPresent() && site.get(key).equals(site.get(SHUFFLE_PORT)
        .or(() -> Optional.of(DEFAULT_SHUFFLE_PORT)))) {
      error(key, site.get(key).orElseThrow() + " is the shuffle's own port" + STOCK, cure(key));
    }
  }

  /** Returns the files for TLS; also empty where the settings of them are wrong, which adds findings. */
  private Optional<TlsPaths> tls() {
    try {
      Optional<TlsPaths> paths = HandlerTls.paths(key -> site.get(key).orElse(""));
      findings.addAll(TlsCheck.ofNode(file, means.now).check(paths.orElse(null)));
      return paths;
    } catch (IllegalArgumentException e) {
      error(HandlerTls.CERTIFICATE_KEY, Failures.inWords(e) + STOCK, "set the three to files of terra certs, as share/nodemanager or conf"
          + " has them in yarn-site.xml.template");
      return Optional.empty();
    }
  }

  private void reach(AgentAddress agent, boolean encrypted) {
    InetSocketAddress place;
    try {
      place = agent.lookUp(0);
    } catch (UnknownHostException e) {
      error(NodeSettings.AGENTS_KEY, Failures.inWords(e), "correct the name, or write the address of this site's agent: getent hosts "
          + agent.host());
      return;
    }
    Reach reach = Reach.of(null, place);
    if (reach.kind() == Reach.Kind.REFUSES) {
      findings.add(Finding.warning(file, NodeSettings.AGENTS_KEY, "no agent listens at " + agent,
          "start it there, or correct the address: its sitePort"));
    } else if (reach.kind() != Reach.Kind.LISTENS) {
      error(NodeSettings.AGENTS_KEY, "no answer from " + agent,
          "correct the address, or open the port: nc -vz " + agent.host() + " " + agent.port());
    } else {
      speech(agent, Speech.at(place), encrypted);
    }
  }

  private void speech(AgentAddress agent, Speech spoken, boolean encrypted) {
    if (encrypted && spoken == Speech.PLAIN) {
      error(HandlerTls.CERTIFICATE_KEY, "this node speaks TLS, and the agent at " + agent + " speaks plain" + STOCK,
          "set tls in the agent's agent.yaml, or " + NodeManagerFiles.property(HandlerTls.INSECURE_KEY, "true")
              + " instead of the three terra.tls.* here");
    } else if (!encrypted && spoken == Speech.TLS) {
      error(HandlerTls.INSECURE_KEY, "this node speaks plain, and the agent at " + agent + " speaks TLS" + STOCK,
          "set terra.tls.certificate, terra.tls.key and terra.tls.ca here, and take " + HandlerTls.INSECURE_KEY + " out");
    }
  }
}
