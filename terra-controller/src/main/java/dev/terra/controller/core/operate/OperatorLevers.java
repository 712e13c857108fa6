package dev.terra.controller.core.operate;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import dev.terra.controller.core.agent.HostBook;
import dev.terra.controller.core.network.Drains;
import dev.terra.controller.core.network.NetworkEvents;
import dev.terra.controller.core.network.NetworkModel;
import dev.terra.controller.core.operate.OperatorCommand.AllowPath;
import dev.terra.controller.core.operate.OperatorCommand.CancelJob;
import dev.terra.controller.core.operate.OperatorCommand.CancelShuffle;
import dev.terra.controller.core.operate.OperatorCommand.DrainAgent;
import dev.terra.controller.core.operate.OperatorCommand.DrainLink;
import dev.terra.controller.core.operate.OperatorCommand.DrainOneAgent;
import dev.terra.controller.core.operate.OperatorCommand.DrainSite;
import dev.terra.controller.core.operate.OperatorCommand.PathsPerPair;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.schedule.path.PathRules;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Creates the lever for each command. A command about something that does not exist is refused with a {@link NoSuchElementException}. */
public final class OperatorLevers {
  private final NetworkModel network;
  private final NetworkEvents networkEvents;
  private final Drains drains;
  private final OperatorTerms terms;
  private final ShufflesHost shuffles;
  private final HostBook hosts;
  private final int configuredPaths;

  /** Gives access to the controller's shuffles. */
  interface ShufflesHost {
    /** Returns whether a shuffle with this id, or of this group, is running. */
    boolean isRunning(Scope scope, String name);

    /** Stops Terra from carrying anything more of a shuffle. */
    void cancel(ShuffleId id, long nowNanos);

    /** Returns the running submitted shuffles of a job. */
    List<ShuffleId> submitted(String job);
  }

  public OperatorLevers(NetworkModel network, NetworkEvents networkEvents, OperatorTerms terms, ShufflesHost shuffles, HostBook hosts) {
    this.network = network;
    this.networkEvents = networkEvents;
    this.drains = network.drains();
    this.terms = terms;
    this.shuffles = shuffles;
    this.hosts = hosts;
    this.configuredPaths = network.rules().maxPaths();
  }

  Lever of(OperatorCommand command) {
    if (command instanceof DrainOneAgent drain) {
      hosts.check(drain.agent(), drain.drained());
    } else if (command instanceof SetTerms set) {
      checkRunning(set);
    }
    return ofKept(command);
  }

  /**
   * Returns the lever of a command that an operator gave to an earlier leader. The agents and shuffles of such a command may be unknown.
   */
  Lever ofKept(OperatorCommand command) {
    if (command instanceof DrainLink drain) {
      return link(drain);
    } else if (command instanceof DrainSite drain) {
      return member("drained", drains.sites(), known(drain.site()), drain.drained(), DrainSite.class);
    } else if (command instanceof DrainAgent drain) {
      return member("drained", drains.agents(), known(drain.site()), drain.drained(), DrainAgent.class);
    } else if (command instanceof DrainOneAgent drain) {
      return oneAgent(drain);
    } else if (command instanceof AllowPath allow) {
      return path(allow);
    } else if (command instanceof PathsPerPair paths) {
      return pathsPerPair(paths);
    } else if (command instanceof SetTerms set) {
      return terms(set);
    }
    if (command instanceof CancelJob cancel) {
      return cancel(cancel);
    }
    return cancel((CancelShuffle) command);
  }

  /** Repeats actions of operators under earlier leaders. No action is refused because the network has no room. */
  void restore(Runnable actions, long nowNanos) {
    networkEvents.restore(actions, nowNanos);
  }

  private Lever link(DrainLink drain) {
    Set<LinkId> links = Set.copyOf(links(drain));
    return new Lever(links, () -> one("drained", drains.links().containsAll(links)), () -> drains.heldBy(links).isEmpty(),
        now -> {
          if (drain.drained()) {
            drains.hold(links, links);
          } else {
            drains.restore(links);
          }
        },
        () -> {
          Set<LinkId> before = drains.heldBy(links);
          return Optional.of(now -> drains.hold(links, before));
        });
  }

  private List<LinkId> links(DrainLink drain) {
    checkLinks(List.of(drain.link()));
    List<LinkId> links = new ArrayList<>(List.of(drain.link()));
    if (drain.bothDirections() && network.nominal().link(drain.link().reversed()).isPresent()) {
      links.add(drain.link().reversed());
    }
    return links;
  }

  private void checkLinks(List<LinkId> links) {
    for (LinkId link : links) {
      if (network.nominal().link(link).isEmpty()) {
        throw new NoSuchElementException("no link " + link + " in " + network.nominal().name());
      }
    }
  }

  private static <T> void set(Set<T> set, List<T> members, boolean in) {
    if (in) {
      set.addAll(members);
    } else {
      members.forEach(set::remove);
    }
  }

  private static <T> Lever member(String name, Set<T> set, T member, boolean in, Class<?> kind) {
    return new Lever(List.of(kind, member), () -> one(name, set.contains(member)), () -> !set.contains(member),
        now -> set(set, List.of(member), in),
        () -> {
          boolean before = set.contains(member);
          return Optional.of(now -> set(set, List.of(member), before));
        });
  }

  private Lever oneAgent(DrainOneAgent drain) {
    known(drain.agent().site());
    BooleanSupplier drained = () -> hosts.drained().contains(drain.agent());
    return new Lever(drain.agent(), () -> one("drained", drained.getAsBoolean()), () -> !drained.getAsBoolean(),
        now -> hosts.drain(drain.agent(), drain.drained(), now),
        () -> {
          boolean before = drained.getAsBoolean();
          return Optional.of(now -> hosts.drain(drain.agent(), before, now));
        });
  }

  private SiteId known(SiteId site) {
    if (!network.nominal().contains(site)) {
      throw new NoSuchElementException("no site " + site + " in " + network.nominal().name());
    }
    return site;
  }

  private Lever path(AllowPath allow) {
    checkLinks(allow.path().links());
    BooleanSupplier forbidden = () -> network.rules().forbiddenPaths().contains(allow.path());
    return new Lever(allow.path(), () -> one("forbidden", forbidden.getAsBoolean()), () -> !forbidden.getAsBoolean(),
        now -> forbid(allow.path(), !allow.allowed(), now),
        () -> {
          boolean before = forbidden.getAsBoolean();
          return Optional.of(now -> forbid(allow.path(), before, now));
        });
  }

  private void forbid(Path path, boolean forbidden, long nowNanos) {
    PathRules rules = network.rules();
    Set<Path> paths = new HashSet<>(rules.forbiddenPaths());
    set(paths, List.of(path), forbidden);
    PathRules changed = new PathRules(rules.maxPaths(), rules.everyPath(), rules.forbiddenLinks(), ImmutableSet.copyOf(paths));
    if (forbidden) {
      networkEvents.forbid(changed, nowNanos);
    } else {
      networkEvents.rules(changed, nowNanos);
    }
  }

  private Lever pathsPerPair(PathsPerPair paths) {
    return new Lever(PathsPerPair.class, () -> one("pathsPerPair", network.rules().maxPaths()),
        () -> network.rules().maxPaths() == configuredPaths, now -> pathsPerPair(paths.count().orElse(configuredPaths), now),
        () -> {
          int before = network.rules().maxPaths();
          return Optional.of(now -> pathsPerPair(before, now));
        });
  }

  private void pathsPerPair(int count, long nowNanos) {
    PathRules rules = network.rules();
    networkEvents.rules(new PathRules(count, rules.everyPath(), rules.forbiddenLinks(), rules.forbiddenPaths()), nowNanos);
  }

  private void checkRunning(SetTerms set) {
    if (!set.terms().equals(PartialTerms.NONE) && set.scope() != Scope.QUEUE && !shuffles.isRunning(set.scope(), set.name())) {
      throw new NoSuchElementException("no " + set.scope().name().toLowerCase(Locale.ROOT) + " '" + set.name() + "' is running");
    }
  }

  private Lever terms(SetTerms set) {
    boolean takesBack = set.terms().equals(PartialTerms.NONE);
    return new Lever(List.of(set.scope(), set.name()), () -> state(terms.of(set.scope(), set.name())),
        () -> terms.of(set.scope(), set.name()).equals(PartialTerms.NONE),
        now -> terms.say(set.scope(), set.name(), takesBack ? set.terms() : set.terms().or(terms.of(set.scope(), set.name()))),
        () -> {
          PartialTerms before = terms.of(set.scope(), set.name());
          return Optional.of(now -> terms.say(set.scope(), set.name(), before));
        });
  }

  private static ImmutableMap<String, String> state(PartialTerms said) {
    ImmutableMap.Builder<String, String> state = ImmutableMap.builder();
    said.weight().ifPresent(weight -> state.put("weight", Double.toString(weight)));
    said.priority().ifPresent(priority -> state.put("priority", Integer.toString(priority)));
    said.deadlineSeconds().ifPresent(seconds -> state.put("deadlineUptimeSeconds", Double.toString(seconds)));
    return state.buildOrThrow();
  }

  private static ImmutableMap<String, String> one(String name, Object value) {
    return ImmutableMap.of(name, value.toString());
  }

  private Lever cancel(CancelJob cancel) {
    if (shuffles.submitted(cancel.job()).isEmpty()) {
      throw new NoSuchElementException("no submitted shuffle of the job '" + cancel.job() + "' is running");
    }
    LongConsumer pull = now -> shuffles.submitted(cancel.job()).forEach(id -> shuffles.cancel(id, now));
    return new Lever(List.of(CancelJob.class, cancel.job()), () -> one("running", shuffles.submitted(cancel.job()).size()), () -> true,
        pull, Optional::empty);
  }

  private Lever cancel(CancelShuffle cancel) {
    BooleanSupplier running = () -> shuffles.isRunning(Scope.SHUFFLE, cancel.shuffle().value());
    if (!running.getAsBoolean()) {
      throw new NoSuchElementException("no shuffle '" + cancel.shuffle() + "' is running");
    }
    LongConsumer pull = now -> shuffles.cancel(cancel.shuffle(), now);
    return new Lever(cancel.shuffle(), () -> one("running", running.getAsBoolean()), () -> true, pull, Optional::empty);
  }
}
