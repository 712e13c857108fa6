package dev.terra.controller.core;

import dev.terra.api.residency.PlaceMessages;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.ControllerAlive;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.version.Capability;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.agent.HostBook;
import dev.terra.controller.core.latency.ClassBook;
import dev.terra.controller.core.network.NetworkEvents;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.EventKind;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The sessions of agents: which agents may join, which ones they replace, and which ones count as lost. This class is used on the
 * controller's thread only.
 */
final class AgentSessions {
  private static final List<String> CAPABILITIES = Capability.names(Set.of(Capability.OBSERVED_SHUFFLES));

  private final ControllerSettings settings;
  private final AgentBook agents;
  private final Effects effects;
  private final NetworkEvents network;
  private final HostBook hosts;
  private final ClassBook classes;

  /**
   * Creates an object without agents.
   *
   * @param parts the sources of what agents receive when they join
   */
  AgentSessions(ControllerSettings settings, AgentBook agents, Effects effects, Parts parts) {
    this.settings = settings;
    this.agents = agents;
    this.effects = effects;
    this.network = parts.network;
    this.hosts = parts.hosts;
    this.classes = parts.classes;
  }

  /** The sources of what agents receive when they join. */
  record Parts(NetworkEvents network, HostBook hosts, ClassBook classes) {}

  /** Returns the live agent on a stream, and notes that a message from it was received. Ends the stream if there is none. */
  Optional<AgentState> heard(long stream) {
    Optional<AgentState> agent = agents.on(stream).filter(AgentState::live);
    agent.ifPresentOrElse(AgentState::heard, () ->
        effects.outbox().end(stream, "the agent has sent no hello on this stream, or counts as lost"));
    return agent;
  }

  /**
   * Handles the hello of an agent. Returns the agent, or empty if it is refused.
   *
   * @throws IllegalArgumentException if the message does not contain a site or a name
   */
  Optional<AgentState> hello(long stream, AgentHello hello, long nowNanos) {
    Optional<String> refusal = refusal(hello, nowNanos);
    if (refusal.isPresent()) {
      effects.outbox().end(stream, refusal.get());
      return Optional.empty();
    }
    AgentState agent = new AgentState(new AgentId(new SiteId(hello.getSite()), hello.getAgent()), hello.getSlice(),
        new AgentState.Stream(hello.getSession(), stream, version(hello).orElseThrow(), Capability.of(hello.getCapabilitiesList()),
            hello.getFrom()), nowNanos);
    welcome(agent, nowNanos);
    return Optional.of(agent);
  }

  private static OptionalInt version(AgentHello hello) {
    return ProtocolVersions.CONTROL.common(hello.getProtocolVersion(), hello.getNewestVersion());
  }

  private Optional<String> refusal(AgentHello hello, long nowNanos) {
    if (version(hello).isEmpty()) {
      return Optional.of(ProtocolVersions.CONTROL.refusal("controller", "agent", hello.getProtocolVersion(), hello.getNewestVersion()));
    }
    SiteId site = new SiteId(hello.getSite());
    if (!settings.wan().contains(site)) {
      effects.events().add(nowNanos, EventKind.AGENT_REFUSED, site.name(),
          hello.getAgent() + ": no such site in " + settings.wan().name());
      return Optional.of("no site " + site + " in " + settings.wan());
    }
    AgentId id = new AgentId(site, hello.getAgent());
    if (Integer.compareUnsigned(hello.getSlice(), settings.slices().count()) >= 0) {
      return Optional.of("agent " + id + " carries slice " + Integer.toUnsignedString(hello.getSlice()) + " of its site; there are "
          + settings.slices().count() + "; 'agentsPerSite' has to be the same everywhere");
    }
    SliceId slice = new SliceId(site, hello.getSlice());
    Optional<String> obstacle = agents.twin(id, slice, hello.getSession())
        .or(() -> hosts.carries(id, slice) ? Optional.empty() : agents.obstacle(id, slice));
    obstacle.filter(why -> agents.noteRefused(id))
        .ifPresent(why -> effects.events().add(nowNanos, EventKind.AGENT_REFUSED, site.name(), why));
    return obstacle;
  }

  private void welcome(AgentState agent, long nowNanos) {
    SiteId site = agent.site();
    agents.join(agent).filter(AgentState::live).filter(before -> before.stream() != agent.stream())
        .ifPresent(before -> effects.outbox().end(before.stream(), before.id().equals(agent.id())
            ? "another stream of agent " + agent.id() + " has begun" : agent.id() + " carries " + agent.slice() + " from now on"));
    effects.outbox().send(agent.stream(), ControllerMessage.newBuilder().setWelcome(ControllerWelcome.newBuilder()
        .setSession(settings.session()).setTerm(settings.leadership().term())
        .setProtocolVersion(agent.version()).addAllCapabilities(CAPABILITIES)
        .setTunnels(network.planFrom(agent.slice()))
        .setLeaseMillis(settings.leaseMillis())
        .setClasses(classes.rules()).addAllResidency(PlaceMessages.of(settings.queues().residency()))));
    effects.events().add(nowNanos, EventKind.AGENT_JOINED, site.name(),
        agent.name() + ", session " + Long.toUnsignedString(agent.session()));
    network.joined(agent, nowNanos);
    effects.timer().settle(nowNanos);
  }

  /** Handles the end of a stream. */
  void ended(long stream, String why, long nowNanos) {
    agents.lose(stream, why, nowNanos).ifPresent(agent -> {
      effects.events().add(nowNanos, EventKind.AGENT_LOST, agent.site().name(), agent.name() + ": " + why);
      network.judgeLinks(nowNanos);
      effects.timer().request(nowNanos);
    });
  }

  /** Treats agents that have been silent for too long as lost, and reports to the others that the controller is alive. */
  void tick(long nowNanos) {
    agents.tick().forEach(agent -> {
      ended(agent.stream(), "silent for " + AgentState.SILENT_TICKS + " ticks", nowNanos);
      effects.outbox().end(agent.stream(), "the agent counts as lost after a silence");
    });
    agents.live().forEach(agent -> effects.outbox().send(agent.stream(),
        ControllerMessage.newBuilder().setAlive(ControllerAlive.getDefaultInstance())));
  }
}
