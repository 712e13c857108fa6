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
 * The streams of a process that shares its site with others: it says which slices it carries, and hears from the leading controller
 * which it is to carry. Without a controller it goes on with those that it has. On the owner's thread.
 */
public final class HostClient implements AutoCloseable {
  private final List<ControllerLine> lines;
  private final LeaderTerm term = new LeaderTerm();
  private final Slices slices;
  private final AgentId agent;
  private final long session;
  /** The line of the controller that leads, while its stream is there; else null. */
  private @Nullable ControllerLine leader;

  /**
   * A client that does nothing until {@link #start}.
   *
   * @param session another one after every restart
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

  /** Carries slices of a site. On the owner's thread. */
  public interface Slices {
    /** The slices that the process carries now. */
    SortedSet<Integer> carried();

    /** Carries these slices from now on, and no others. */
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

  /** Attaches, and keeps attached from now on. */
  public void start() {
    lines.forEach(ControllerLine::attach);
  }

  /** Says that this process lives, and looks whether controllers do. To be called every 500 ms. */
  public void tick() {
    lines.forEach(ControllerLine::tick);
    if (leader != null && leader.isReady()) {
      leader.send(AgentReport.newBuilder().setAlive(AgentAlive.getDefaultInstance()).build());
    }
  }

  /** Detaches for good. */
  @Override
  public void close() {
    lines.forEach(ControllerLine::close);
  }
}
