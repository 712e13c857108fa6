package dev.terra.controller.core.operate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.agent.HostBook;
import dev.terra.controller.core.network.Drains;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.core.turn.EventLog;
import dev.terra.controller.core.turn.RoundTimer;
import dev.terra.controller.view.ActionFigures;
import dev.terra.controller.view.EventKind;
import dev.terra.controller.view.OperatorFigures;
import dev.terra.core.limit.BoundedMap;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the commands of operators, and keeps a record of them, which the next leader gets. This class is used on the controller's
 * thread only.
 *
 * <p>Each command changes one setting, such as the use of a link or the terms of a shuffle. The last action that gave a setting another
 * value than its ordinary one is in force as long as the setting has such a value. Undoing this action restores the previous value, and
 * puts the action that set the previous value in force. A drain of both directions of a link and a drain of one direction are different
 * settings: each drain is independent, and a restore ends all drains of its link.
 */
public final class OperatorDesk {
  /** The most actions that are remembered. A person does not look at more. */
  static final int MOST_ACTIONS = 1_000;
  /**
   * The most actions that the next leader gets. If there are more, only the newest of those in force are kept. They fit into a node of
   * ZooKeeper.
   */
  public static final int MOST_KEPT = 256;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final OperatorLevers levers;
  private final NetworkModel network;
  private final Drains drains;
  private final HostBook hosts;
  private final EventLog events;
  private final RoundTimer timer;
  private final Deque<Act> records = new ArrayDeque<>();
  /** The number of the action that gave each setting its present value. */
  private final Map<Object, Long> owners = new BoundedMap<>(MOST_ACTIONS);
  private final Deque<KeptAction> kept = new ArrayDeque<>();
  private Consumer<KeptActions> keeper = actions -> { };
  private long startMillis;
  private long lastNumber;
  private @Nullable OperatorFigures figures;

  /** An action, what takes it back, and the action that it replaced. */
  private record Act(ActionFigures figures, Lever lever, Optional<LongConsumer> putBack, Optional<Long> before) {}

  public OperatorDesk(OperatorLevers levers, NetworkModel network, HostBook hosts, Effects effects) {
    this.levers = levers;
    this.network = network;
    this.drains = network.drains();
    this.hosts = hosts;
    this.events = effects.events();
    this.timer = effects.timer();
  }

  /**
   * Carries out a command, and requests a round.
   *
   * @throws NoSuchElementException if there is no such link, site, shuffle or job
   * @throws IllegalArgumentException if the command cannot be carried out; the message explains why
   */
  public ActionFigures act(OperatorRequest request, long nowNanos) {
    Act record = pull(request, levers.of(request.command()), lastNumber + 1, nowNanos / 1e9, nowNanos);
    if (!(request.command() instanceof OperatorCommand.CancelShuffle)) {
      kept.addLast(new KeptAction(
          record.figures.number(), millis(nowNanos), request.by(), request.reason(), Optional.of(request.command())));
    }
    keep();
    done(nowNanos, record.figures, record.figures.kind());
    return record.figures;
  }

  private long millis(long nowNanos) {
    return startMillis + nowNanos / NANOS_PER_MILLI;
  }

  private Act pull(OperatorRequest request, Lever lever, long number, double atSeconds, long nowNanos) {
    ImmutableMap<String, String> before = lever.state().get();
    Optional<LongConsumer> putBack = lever.putBack().get();
    lever.pull().accept(nowNanos);
    boolean holds = !lever.ordinary().getAsBoolean();
    ActionFigures made = new ActionFigures(number, atSeconds, request.command().kind(), request.command().target(), request.by(),
        request.reason(), before, lever.state().get(), holds, holds && putBack.isPresent());
    Act record = new Act(made, lever, putBack, Optional.ofNullable(owners.get(lever.thing())));
    lastNumber = Math.max(lastNumber, number);
    remember(record);
    own(lever.thing(), holds ? record : null);
    return record;
  }

  /**
   * Repeats the actions of operators under earlier leaders, in their order, and has all later actions kept. This method is called before
   * anything else.
   *
   * @param startMillis when this controller's clock began, in milliseconds since 1970
   * @param keeper gets all that the next leader needs, after each action
   */
  public void restore(KeptActions before, long startMillis, Consumer<KeptActions> keeper) {
    this.startMillis = startMillis;
    this.keeper = keeper;
    levers.restore(() -> before.actions().forEach(this::restore), 0);
    lastNumber = Math.max(lastNumber, before.lastNumber());
    if (!before.actions().isEmpty()) {
      long hold = records.stream().filter(this::inForce).count();
      events.add(0, EventKind.OPERATOR_ACTION, "operators", "of the stored actions up to a" + lastNumber + ", " + hold
          + " are in force");
      timer.request(0);
    }
  }

  private void restore(KeptAction action) {
    try {
      if (action.command().isPresent()) {
        OperatorRequest request = new OperatorRequest(action.command().get(), action.by(), action.reason());
        pull(request, levers.ofKept(request.command()), action.number(), (action.atMillis() - startMillis) / 1e3, 0);
      } else {
        takeBack(action.number(), 0);
      }
      kept.addLast(action);
    } catch (NoSuchElementException | IllegalArgumentException | IllegalStateException e) {
      unreadable("a" + action.number() + ": " + e.getMessage());
    }
  }

  /** Adds an event that a kept action is left out. The other actions hold. */
  public void unreadable(String why) {
    events.add(0, EventKind.REQUEST_REFUSED, "operators", "one of the stored actions is left out; repeat it if you need it: "
        + why);
  }

  /** Passes the actions that are kept to the keeper. */
  private void keep() {
    if (kept.size() > MOST_KEPT) {
      Set<Long> hold = records.stream().filter(this::inForce).map(record -> record.figures.number()).collect(Collectors.toSet());
      kept.removeIf(action -> action.command().isEmpty() || !hold.contains(action.number()));
    }
    while (kept.size() > MOST_KEPT) {
      kept.removeFirst();
    }
    keeper.accept(KeptActions.of(lastNumber, List.copyOf(kept)));
  }

  /**
   * Takes an action back.
   *
   * @throws NoSuchElementException if there is no action of this number
   * @throws IllegalStateException if the action is not in force, or cannot be taken back, as where the network has no room for the previous
   *     paths; then nothing has changed
   */
  public ActionFigures undo(long number, String by, long nowNanos) {
    Act record = takeBack(number, nowNanos);
    kept.addLast(new KeptAction(number, millis(nowNanos), by, "", Optional.empty()));
    keep();
    ActionFigures undone = figures(record);
    done(nowNanos, new ActionFigures(number, nowNanos / 1e9, undone.kind(), undone.target(), by, "", undone.before(), undone.after(), false,
        false), "undo of " + undone.kind());
    return undone;
  }

  private Act takeBack(long number, long nowNanos) {
    Act record = find(number).orElseThrow(() -> new NoSuchElementException("no action a" + number + " is remembered"));
    if (!inForce(record)) {
      throw new IllegalStateException("action a" + number + " is not in force: it was undone, something later changed the same thing, "
          + "or it has nothing to take back");
    }
    LongConsumer putBack = record.putBack.orElseThrow(() -> new IllegalStateException("action a" + number + " cannot be taken back"));
    try {
      putBack.accept(nowNanos);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("action a" + number + " cannot be taken back: " + e.getMessage(), e);
    }
    own(record.lever.thing(), record.before.flatMap(this::find).orElse(null));
    return record;
  }

  private void done(long nowNanos, ActionFigures action, String what) {
    String why = action.reason().isEmpty() ? "" : ": " + action.reason();
    events.add(nowNanos, EventKind.OPERATOR_ACTION, action.target(), what + " (a" + action.number() + ") by " + action.by() + why);
    timer.request(nowNanos);
  }

  private void own(Object thing, @Nullable Act owner) {
    if (owner == null) {
      owners.remove(thing);
    } else {
      owners.put(thing, owner.figures.number());
    }
    figures = null;
  }

  private void remember(Act made) {
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

  /** The actions and the settings in force, for publication. The object stays the same until something changes. */
  public OperatorFigures figures() {
    if (figures == null || !figures.rules().equals(network.rules())) {
      ImmutableList<ActionFigures> actions = records.stream().map(this::figures).collect(ImmutableList.toImmutableList());
      figures = new OperatorFigures(network.rules(), ImmutableSet.copyOf(drains.links()), ImmutableSet.copyOf(drains.sites()),
          ImmutableSet.copyOf(drains.agents()), ImmutableSet.copyOf(hosts.drained()), actions);
    }
    return figures;
  }
}
