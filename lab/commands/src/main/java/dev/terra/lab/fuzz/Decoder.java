package dev.terra.lab.fuzz;

import dev.terra.lab.command.LabelConverter;
import dev.terra.testbed.Labelled;

/**
 * The decoders that read from a network, or from a job's user. Each has a class among its module's tests that passes
 * inputs to it.
 */
enum Decoder implements Labelled {
  /** Frames of tunnels, taken apart and passed on. */
  FRAMES("terra-agent", "dev.terra.agent.wire.FramesFuzz"),
  /** Messages of tunnels: hello, descriptions, requests, grants. */
  TUNNEL_MESSAGES("terra-agent", "dev.terra.agent.tunnel.TunnelMessagesFuzz"),
  /** HTTP requests and fetches at an agent. */
  FETCH_REQUESTS("terra-agent", "dev.terra.agent.http.FetchRequestsFuzz"),
  /** A handler's answers to an agent. */
  SEGMENT_ANSWERS("terra-agent", "dev.terra.agent.http.SegmentAnswersFuzz"),
  /** The messages of handlers on their stream to an agent, and those of other agents about their handlers. */
  HANDLER_MESSAGES("terra-agent", "dev.terra.agent.site.HandlerMessagesFuzz"),
  /** The controller's messages to agents about rates and readers. */
  CONTROLLER_MESSAGES("terra-agent", "dev.terra.agent.site.ControllerMessagesFuzz"),
  /** The reports of agents to the controller. */
  AGENT_REPORTS("terra-controller", "dev.terra.controller.core.AgentReportsFuzz"),
  /** Proofs of reads and fetches. */
  PROOFS("terra-api", "dev.terra.api.proof.ProofsFuzz"),
  /** Requests and redirects at a shuffle port. */
  SHUFFLE_REQUESTS("terra-shuffle", "dev.terra.shuffle.fetch.RequestsFuzz"),
  /** An agent's answers to the shuffle services of its site. */
  AGENT_ANSWERS("terra-node", "dev.terra.node.fetch.AgentAnswersFuzz"),
  /** Indexes of map outputs, and jobs' configurations. */
  INDEX_FILES("terra-shuffle", "dev.terra.shuffle.output.IndexFilesFuzz"),
  /** The requests of executors to their node's service, and its answers. */
  PULL_MESSAGES("terra-spark", "dev.terra.spark.pull.PullMessagesFuzz"),
  /** The answers of ONOS about its rules. */
  ONOS_ANSWERS("terra-network", "dev.terra.network.onos.OnosAnswersFuzz"),
  /** Bodies of requests to the controller. */
  REST_BODIES("terra-rest", "dev.terra.rest.json.BodiesFuzz");

  private final String module;
  private final String target;

  Decoder(String module, String target) {
    this.module = module;
    this.target = target;
  }

  String module() {
    return module;
  }

  /** Returns the class that passes inputs to the decoder. */
  String target() {
    return target;
  }

  /** Reads a decoder from a command line. */
  static final class Converter extends LabelConverter<Decoder> {
    Converter() {
      super(Decoder.values());
    }
  }
}
