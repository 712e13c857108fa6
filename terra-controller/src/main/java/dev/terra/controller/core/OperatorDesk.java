package dev.terra.controller.core;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.OperatorFigures;
import dev.terra.core.limit.BoundedMap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Does what operators want, and keeps a record of it for as long as the controller lives. On the controller's thread.
 *
 * <p>Each command is about one thing (a link's use, a shuffle's terms). The last action about a thing that left it other than ordinary is
 * in force while it is; undoing it brings back what was before, with the action that had made it so. Both directions of a link are another
 * thing than one of them: each drain stands by itself, and a restore ends all that concern its link.
 */
public final class OperatorDesk {
  /** Actions that are remembered: more than a person looks at. */
  static final int MOST_ACTIONS = 1_000;

  private final OperatorLevers levers;
  private final NetworkModel network;
  private final Drains drains;
  private final HostBook hosts;
  private final EventLog events;
  private final RoundTimer timer;
  private final Deque<Act> records = new ArrayDeque<>();
  /** By thing, the action that made it as it is. */
  private final Map<Object, Long> owners = new BoundedMap<>(MOST_ACTIONS);
  private long lastNumber;
  private OperatorFigures figures;

  /** An action, how to take it back, and whose place it took. */
  private record Act(ActionFigures figures, Lever lever, Optional<LongConsumer> putBack, Optional<Long> before) {}

  OperatorDesk(OperatorLevers levers, NetworkModel network, HostBook hosts, Effects effects) {
    this.levers = levers;
    this.network = network;
    this.drains = network.drains();
    this.hosts = hosts;
    this.events = effects.events();
    this.timer = effects.timer();
  }

  /**
   * Does what a command says; the round that follows it is due.
   *
   * @throws NoSuchElementException if there is no such link, site, shuffle or job
   * @throws IllegalArgumentException if it cannot be done, in words
   */
  public ActionFigures act(OperatorRequest request, long nowNanos) {
    Lever lever = levers.of(request.command());
    ImmutableMap<String, String> before = lever.state().get();
    Optional<LongConsumer> putBack = lever.putBack().get();
    lever.pull().accept(nowNanos);
    boolean holds = !lever.ordinary().getAsBoolean();
    ActionFigures made = new ActionFigures(++lastNumber, nowNanos / 1e9, request.command().kind(), request.command().target(), request.by(),
        request.reason(), before, lever.state().get(), holds, holds && putBack.isPresent());
    Act record = new Act(made, lever, putBack, Optional.ofNullable(owners.get(lever.thing())));
    keep(record);
    own(lever.thing(), holds ? Optional.of(record) : Optional.empty());
    done(nowNanos, made, made.kind());
    return made;
  }

  /**
   * Takes an action back.
   *
   * @throws NoSuchElementException if there is none of this number
   * @throws IllegalStateException if it no longer holds, or cannot be taken back
   */
  public ActionFigures undo(long number, String by, long nowNanos) {
    Act record = find(number).orElseThrow(() -> new NoSuchElementException("no action a" + number + " is remembered"));
    if (!inForce(record)) {
      throw new IllegalStateException("action a" + number + " is not in force: it was undone, something later changed the same thing, "
          + "or it has nothing to take back");
    }
    record.putBack.orElseThrow(() -> new IllegalStateException("action a" + number + " cannot be taken back")).accept(nowNanos);
    own(record.lever.thing(), record.before.flatMap(this::find));
    ActionFigures undone = figures(record);
    done(nowNanos, new ActionFigures(number, nowNanos / 1e9, undone.kind(), undone.target(), by, "", undone.before(), undone.after(), false,
        false), "undo of " + undone.kind());
    return undone;
  }

  private void done(long nowNanos, ActionFigures action, String what) {
    String why = action.reason().isEmpty() ? "" : ": " + action.reason();
    events.add(nowNanos, EventKind.OPERATOR_ACTION, action.target(), what + " (a" + action.number() + ") by " + action.by() + why);
    timer.request(nowNanos);
  }

  private void own(Object thing, Optional<Act> owner) {
    owner.ifPresentOrElse(record -> owners.put(thing, record.figures.number()), () -> owners.remove(thing));
    figures = null;
  }

  private void keep(Act made) {
    records.addLast(made);
    if (records.size() > MOST_ACTIONS) {
      records.removeFirst();
    }
  }

  private boolean inForce(Act record) {
    return owners.getOrDefault(record.lever.thing(), 0L) == record.figures.number() && !record.lever.ordinary().getAsBoolean();
  }

  private Optional<Act> find(long number) {
    return records.stream().filter(record -> record.figures.number() == number).findFirst();
  }

  private ActionFigures figures(Act record) {
    ActionFigures made = record.figures;
    boolean holds = inForce(record);
    return new ActionFigures(made.number(), made.atSeconds(), made.kind(), made.target(), made.by(), made.reason(), made.before(),
        made.after(), holds, holds && record.putBack.isPresent());
  }

  /** All of it, as others may see it; the same object until something changes. */
  OperatorFigures figures() {
    if (figures == null || !figures.rules().equals(network.rules())) {
      ImmutableList<ActionFigures> actions = records.stream().map(this::figures).collect(ImmutableList.toImmutableList());
      figures = new OperatorFigures(network.rules(), ImmutableSet.copyOf(drains.links()), ImmutableSet.copyOf(drains.sites()),
          ImmutableSet.copyOf(drains.agents()), ImmutableSet.copyOf(hosts.drained()), actions);
    }
    return figures;
  }
}
