package dev.terra.controller.view;

import dev.terra.core.wan.SiteId;
import java.util.Optional;
import java.util.stream.Stream;

/** How links, agents and shuffles fare at one moment, and why. All that show these conditions take them from here, so they agree. */
public final class Conditions {
  /** A link whose measured capacity is below this share of its nominal capacity is degraded. */
  public static final double DEGRADED_SHARE = 0.75;

  private final ControllerView view;

  /** Creates the conditions of one view. */
  public Conditions(ControllerView view) {
    this.view = view;
  }

  /** The states of a link. */
  public enum LinkState {
    UP("up"),
    DEGRADED("degraded"),
    DOWN("down"),
    /** An agent at an end of the link is lost or has not been seen. */
    UNKNOWN("unknown");

    private final String id;

    LinkState(String id) {
      this.id = id;
    }

    /** Returns the state's name in answers. */
    public String id() {
      return id;
    }
  }

  /** A link's state, and why it is not up. */
  public record LinkCondition(LinkState state, Optional<String> reason) {}

  /** Returns the condition of a link. */
  public LinkCondition of(LinkFigures link) {
    if (!link.up()) {
      return new LinkCondition(LinkState.DOWN, Optional.of(link.reason()));
    }
    Optional<String> silent = Stream.of(link.id().from(), link.id().to()).flatMap(site -> whyUnheard(site).stream()).findFirst();
    if (silent.isPresent()) {
      return new LinkCondition(LinkState.UNKNOWN, silent);
    }
    boolean degraded = link.measured().map(found -> found.capacity().bytesPerSecond()
        < DEGRADED_SHARE * link.nominal().bytesPerSecond()).orElse(false);
    return degraded ? new LinkCondition(LinkState.DEGRADED, Optional.of("it carries less than its nominal capacity"))
        : new LinkCondition(LinkState.UP, Optional.empty());
  }

  /** Returns why the controller receives nothing from a site; empty if it does. */
  public Optional<String> whyUnheard(SiteId site) {
    AgentFigures agent = view.agents().get(site);
    if (agent == null) {
      return Optional.of("no agent of " + site + " has been seen");
    }
    return agent.live() ? Optional.empty() : Optional.of("the agent of " + site + " is lost: " + agent.reason());
  }

  /** Returns why the agent of a site is out of use by an operator; empty if it is in use. */
  public Optional<String> whyDrained(SiteId site) {
    return view.operator().drainedAgents().contains(site)
        ? Optional.of("an operator has taken the agent of " + site + " out of use") : Optional.empty();
  }

  /** Returns why nothing is planned for a shuffle that is not over. */
  public String whyUnplanned(ShuffleFigures shuffle) {
    Stream<BundleFigures> open = shuffle.bundles().stream().filter(BundleFigures::isOpen);
    return open.map(this::whyUnplanned).findFirst().orElse("it has nothing left to send through Terra now");
  }

  private String whyUnplanned(BundleFigures bundle) {
    String left = bundle.leftBytes() + " bytes from " + bundle.from() + " to " + bundle.to() + " wait: ";
    return left + Stream.of(bundle.from(), bundle.to()).flatMap(site -> whyUnheard(site).or(() -> whyDrained(site)).stream()).findFirst()
        .orElse("no path between them is up, or the round that plans them has not been made yet");
  }
}
