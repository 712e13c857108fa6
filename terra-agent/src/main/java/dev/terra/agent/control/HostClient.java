package dev.terra.agent.control;

import com.google.common.collect.ImmutableSortedSet;
import dev.terra.api.v1.AgentAlive;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.HostHello;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.core.wan.AgentId;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The client of the controllers in a process that shares its site with other processes. It reports the slices that the process carries, and
 * receives the slices to carry from the leading controller. Without a controller, the process keeps its slices. An instance is used on the
 * owner's thread only.
 */
public final class HostClient implements AutoCloseable {
  private final List<ControllerLine> lines;
  private final LeaderTerm term = new LeaderTerm();
  private final Slices slices;
  private final AgentId agent;
  private final long session;
  /** The line of the controller that leads; null while there is no stream to it. */
  private @Nullable ControllerLine leader;

  /**
   * Creates a client that does nothing until {@link #start}.
   *
   * @param session a number that is different after every restart
   * @param slices the slices that the process carries
   */
  public HostClient(AgentId agent, long session, Slices slices, ControllerChannels controllers, EventLoop owner) {
    this.agent = agent;
    this.session = session;
    this.slices = slices;
    Random random = new Random(session);
    this.lines = controllers.ends().stream()
        .map(end -> new ControllerLine(end, owner, new Random(random.nextLong()), new Lines())).toList();
  }

  /** Carries slices of a site. It is called on the owner's thread. */
  public interface Slices {
    /** Returns the slices that the process carries. */
    SortedSet<Integer> carried();

    /** Changes the slices that the process carries to exactly these. */
    void carry(SortedSet<Integer> wanted);
  }

  private final class Lines implements ControllerLine.Listener {
    @Override
    public AgentReport hello() {
      return AgentReport.newBuilder().setHost(HostHello.newBuilder()
          .setProtocolVersion(ProtocolVersions.CONTROL.oldest()).setNewestVersion(ProtocolVersions.CONTROL.newest())
          .setSite(agent.site().name()).setAgent(agent.name()).setSession(session).addAllHeld(slices.carried())).build();
    }

    @Override
    public void heard(ControllerLine line, ControllerMessage message) {
      if (message.hasSlices() && term.advance(message.getSlices().getTerm())) {
        line.settled();
        leader = line;
        slices.carry(ImmutableSortedSet.copyOf(message.getSlices().getHeldList()));
      }
    }

    @Override
    public void ended(ControllerLine line, String reason) {
      leader = line == leader ? null : leader;
    }
  }

  /** Attaches to all controllers, and attaches again after every loss. */
  public void start() {
    lines.forEach(ControllerLine::attach);
  }

  /** Sends a sign of life, and checks those of the controllers. It is to be called every 500 ms. */
  public void tick() {
    lines.forEach(ControllerLine::tick);
    if (leader != null && leader.isReady()) {
      leader.send(AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()).build());
    }
  }

  /** Detaches from all controllers for good. */
  @Override
  public void close() {
    lines.forEach(ControllerLine::close);
  }
}
