package dev.terra.controller.core.agent;

import dev.terra.api.v1.ControllerAlive;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.HeldSlices;
import dev.terra.api.v1.HostHello;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.EventKind;
import dev.terra.core.slice.SliceHolders;
import dev.terra.core.slice.SliceId;
import dev.terra.core.slice.Slices;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The processes of sites that several agents share, and the slices that each process carries. The slices of a lost process go to the others
 * at once. If no shuffle was known for {@link #IDLE_NANOS}, and as many agents are in use as there are slices, slices are in the order of
 * the agents' names ({@link SliceHolders#inOrder}). A controller that has just begun moves no slices until all processes have had time to
 * report what they carry. This class is used on the controller's thread only.
 */
public final class HostBook {
  /**
   * The number of beats, 2 s in total, for which an elected controller waits for another agent before its first schedule. Agents that were
   * attached to it before need a round trip. Others look for it again within a second.
   */
  public static final int SUCCESSION_TICKS = 4;
  /**
   * How long no shuffle must have been known before slices change places only for the sake of order, 10 s. A job may be between two stages.
   */
  public static final long IDLE_NANOS = 10_000_000_000L;
  /** The most processes of one site: as many as may carry its slices, and as many that replace them. */
  private static final int MOST_PROCESSES = 2 * Slices.MOST;

  private final Wan wan;
  private final Slices slices;
  private final long term;
  private final Effects effects;
  private final Map<Long, Host> byStream = new HashMap<>();
  private final Map<SiteId, SortedMap<Integer, String>> holders = new TreeMap<>();
  private final Set<SiteId> assigned = new HashSet<>();
  private final Set<AgentId> drained = new TreeSet<>();
  private final Work work;
  private int ticks;
  /** When an agent came that carried slices under another controller. Shuffles of that controller may be unknown here. */
  private @Nullable Long inheritedNanos;
  private boolean idle = true;

  /**
   * The connections to the work of slices.
   *
   * @param lastNanos returns when a shuffle was known last, given the present time; empty if none ever was
   * @param moved called when other agents than before carry the slices of a site
   */
  public record Work(LongFunction<OptionalLong> lastNanos, Consumer<SiteId> moved) {}

  private static final class Host {
    private final AgentId id;
    private final long stream;
    private final long session;
    private final String from;
    private int silentTicks;

    Host(AgentId id, long stream, HostHello hello) {
      this.id = id;
      this.stream = stream;
      this.session = hello.getSession();
      this.from = hello.getFrom();
    }

    boolean isTwin(AgentId other, long ofSession) {
      return id.equals(other) && session != ofSession && silentTicks < AgentState.RESTART_TICKS;
    }
  }

  /** Creates a book without agents. */
  public HostBook(Wan wan, Slices slices, long term, Effects effects, Work work) {
    this.work = work;
    this.wan = wan;
    this.slices = slices;
    this.term = term;
    this.effects = effects;
  }

  /**
   * Handles the hello of a process, with the slices that it carries.
   *
   * @throws IllegalArgumentException if it cannot carry anything here
   */
  public void hello(long stream, HostHello hello, long nowNanos) {
    AgentId id = new AgentId(new SiteId(hello.getSite()), hello.getAgent());
    check(hello, id);
    byStream.values().stream().filter(host -> host.id.equals(id) && host.stream != stream).map(host -> host.stream).toList()
        .forEach(old -> {
          byStream.remove(old);
          effects.outbox().end(old, "another stream of agent " + id + " has begun");
        });
    byStream.put(stream, new Host(id, stream, hello));
    if (hello.getHeldCount() > 0 && !assigned.contains(id.site())) {
      inheritedNanos = nowNanos;
    }
    List<String> there = names(id.site());
    SortedMap<Integer, String> held = holders.computeIfAbsent(id.site(), site -> new TreeMap<>());
    hello.getHeldList().stream().filter(slice -> slice >= 0 && slice < slices.count() && !there.contains(held.getOrDefault(slice, "")))
        .forEach(slice -> held.put(slice, id.name()));
    assign(id.site(), nowNanos);
  }

  private void check(HostHello hello, AgentId id) {
    byStream.values().stream().filter(host -> host.isTwin(id, hello.getSession())).findFirst().ifPresent(host -> {
      throw new IllegalArgumentException("site " + id.site() + " has a live agent of this name, " + id
          + (host.from.isEmpty() ? "" : ", connected from " + host.from)
              + ": end one of the two, or give it another name ('agent' in its "
          + "configuration); if the other has just been killed, this one joins by itself");
    });
    if (ProtocolVersions.CONTROL.common(hello.getProtocolVersion(), hello.getNewestVersion()).isEmpty()) {
      throw new IllegalArgumentException(
          ProtocolVersions.CONTROL.refusal("controller", "agent", hello.getProtocolVersion(), hello.getNewestVersion()));
    }
    wan.indexOf(id.site());
    List<String> there = names(id.site());
    if (there.size() >= MOST_PROCESSES && !there.contains(id.name())) {
      throw new IllegalArgumentException("site " + id.site() + " has " + MOST_PROCESSES + " agents already; " + id + " is one too many");
    }
    if (slices.count() == 1) {
      throw new IllegalArgumentException(
          "agent " + id + " shares its site with others, but this controller's 'agentsPerSite' is 1; it has to be the same everywhere");
    }
  }

  private List<String> names(SiteId site) {
    return byStream.values().stream().map(host -> host.id).filter(id -> id.site().equals(site)).map(AgentId::name).toList();
  }

  private void assign(SiteId site, long nowNanos) {
    List<String> there = names(site);
    boolean begins = ticks < SUCCESSION_TICKS && !assigned.contains(site);
    if (there.isEmpty() || (begins && there.size() < slices.count())) {
      return;
    }
    assigned.add(site);
    SortedMap<Integer, String> before = holders.getOrDefault(site, Collections.emptySortedMap());
    List<String> inUse = there.stream().filter(name -> !drained.contains(new AgentId(site, name))).toList();
    boolean inOrder = isIdle(nowNanos) && inUse.size() == slices.count();
    SortedMap<Integer, String> now = inOrder ? SliceHolders.inOrder(slices, inUse)
        : SliceHolders.next(slices, before, inUse.isEmpty() ? there : inUse);
    holders.put(site, now);
    if (!now.equals(before)) {
      effects.events().add(nowNanos, EventKind.SLICES_MOVED, site.name(), "carried by " + now);
      work.moved.accept(site);
    }
    byStream.values().stream().filter(host -> host.id.site().equals(site)).forEach(host -> tell(host, now));
  }

  private boolean isIdle(long nowNanos) {
    boolean isInherited = inheritedNanos != null && nowNanos - inheritedNanos < IDLE_NANOS;
    return !isInherited && work.lastNanos.apply(nowNanos).stream().allMatch(nanos -> nowNanos - nanos >= IDLE_NANOS);
  }

  private void tell(Host host, SortedMap<Integer, String> now) {
    HeldSlices.Builder held = HeldSlices.newBuilder().setTerm(term).setCount(slices.count());
    now.forEach((slice, name) -> {
      if (name.equals(host.id.name())) {
        held.addHeld(slice);
      }
    });
    effects.outbox().send(host.stream, ControllerMessage.newBuilder().setSlices(held));
  }

  /** The agents that an operator has taken out of use individually. */
  public Set<AgentId> drained() {
    return Collections.unmodifiableSet(drained);
  }

  /**
   * Checks that an agent can be taken out of use, or back.
   *
   * @throws NoSuchElementException if the agent is not attached
   * @throws IllegalArgumentException if no other agent can carry its part
   */
  public void check(AgentId agent, boolean out) {
    if (!out && drained.contains(agent)) {
      return;
    }
    List<String> there = names(agent.site());
    if (!there.contains(agent.name())) {
      throw new NoSuchElementException("no agent " + agent + " among those that share their site; at " + agent.site() + " there are "
          + there);
    }
    if (out && there.stream().map(name -> new AgentId(agent.site(), name)).allMatch(one -> one.equals(agent) || drained.contains(one))) {
      throw new IllegalArgumentException("agent " + agent + " is the last of its site that is in use; drain agent " + agent.site()
          + " has all that goes from and to the site take the stock path");
    }
  }

  /** Takes an agent out of use, so that others of its site carry what it has, or takes it back into use. */
  public void drain(AgentId agent, boolean out, long nowNanos) {
    if (out ? drained.add(agent) : drained.remove(agent)) {
      assign(agent.site(), nowNanos);
    }
  }

  /** Returns whether a stream belongs to a process, and notes that a message of this process was received. */
  public boolean heard(long stream) {
    Host host = byStream.get(stream);
    if (host != null) {
      host.silentTicks = 0;
    }
    return host != null;
  }

  /** Returns whether a process is to carry a slice. */
  public boolean carries(AgentId agent, SliceId slice) {
    return agent.name().equals(holders.getOrDefault(slice.site(), new TreeMap<>()).get(slice.number()));
  }

  /** Handles the end of a stream. */
  public void ended(long stream, long nowNanos) {
    Host host = byStream.remove(stream);
    if (host != null) {
      assign(host.id.site(), nowNanos);
    }
  }

  /** Treats processes that have been silent for too long as lost, and reports to the others that the controller is alive. */
  public void tick(long nowNanos) {
    ticks++;
    boolean becomesIdle = !idle && isIdle(nowNanos);
    idle = isIdle(nowNanos);
    byStream.values().stream().filter(host -> ++host.silentTicks > AgentState.SILENT_TICKS).toList().forEach(host -> {
      effects.outbox().end(host.stream, "the agent counts as lost after a silence");
      ended(host.stream, nowNanos);
    });
    byStream.values().forEach(host ->
        effects.outbox().send(host.stream, ControllerMessage.newBuilder().setAlive(ControllerAlive.getDefaultInstance())));
    if (ticks == SUCCESSION_TICKS || becomesIdle) {
      List.copyOf(holders.keySet()).forEach(site -> assign(site, nowNanos));
    }
  }
}
