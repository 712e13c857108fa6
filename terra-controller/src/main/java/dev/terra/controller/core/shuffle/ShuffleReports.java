package dev.terra.controller.core.shuffle;

import dev.terra.api.shuffle.ShuffleDescriptions;
import dev.terra.api.v1.BundleProgress;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.PlacementReport;
import dev.terra.api.v1.ShuffleBundles;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShuffleReport;
import dev.terra.api.wan.WanPaths;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.turn.Effects;
import dev.terra.core.shuffle.BundleId;
import dev.terra.core.shuffle.ShuffleDescriptor;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What agents say of shuffles: what was produced, where it is read, how much has crossed. What can't be is refused with an
 * {@link IllegalArgumentException} and changes nothing. On the controller's thread.
 */
public final class ShuffleReports {
  /**
   * If the last round took longer, the end of one of several bundles is no reason to hurry: of hundreds many end in a second.
   */
  private static final double CHEAP_ROUND_MILLIS = 5;
  private static final double PERMILLE = 1_000;
  /** Numbers in all matrices together: 128 MiB of them. */
  private static final long MATRIX_CELLS = 16L << 20;
  /** The part that agents of one site may report: what it produced, and where readers are. */
  public static final long MATRIX_CELLS_OF_SITE = MATRIX_CELLS / 4;
  private final Wan wan;
  private final ShuffleBook shuffles;
  private final AgentBook agents;
  private final Effects effects;
  private final Predicate<ShuffleId> submitted;

  /**
   * Reports to one controller.
   *
   * @param submitted whether a shuffle was submitted by its job master: no reader waits for single bytes of it
   */
  public ShuffleReports(Wan wan, ShuffleBook shuffles, AgentBook agents, Effects effects, Predicate<ShuffleId> submitted) {
    this.wan = wan;
    this.shuffles = shuffles;
    this.agents = agents;
    this.effects = effects;
    this.submitted = submitted;
  }

  private Optional<RunningShuffle> known(AgentState agent, String name, long nowNanos) {
    ShuffleId id = new ShuffleId(name);
    if (shuffles.hasEnded(id)) {
      send(agent, ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(name)));
      return Optional.empty();
    }
    Optional<RunningShuffle> shuffle = shuffles.findOrAdd(id, agent.site(), nowNanos);
    if (shuffle.isEmpty()) {
      throw new IllegalArgumentException("more than " + ShuffleBook.SHUFFLES + " shuffles at once, or more than "
          + ShuffleBook.SHUFFLES_OF_SITE + " of " + agent.site() + "; " + id + " is left out");
    }
    shuffle.get().heard(nowNanos);
    return shuffle;
  }

  /** What a shuffle is; of a submitted one its job master says that. */
  public void description(AgentState agent, ShuffleDescription report, long nowNanos) {
    ShuffleDescriptor descriptor = ShuffleDescriptions.of(report);
    known(agent, report.getShuffle(), nowNanos).filter(shuffle -> !submitted.test(shuffle.id()) && shuffle.describe(descriptor))
        .ifPresent(shuffle -> changed(shuffle, nowNanos));
  }

  /** What an agent's site has produced of one. Of a submitted one its job master has said all, of which an agent may not have heard yet. */
  public void produced(AgentState agent, ShuffleReport report, long nowNanos) {
    long[] bytes = ReportCheck.bytesByReducer(report);
    Map<SiteId, Long> further = new TreeMap<>();
    report.getFurtherBytesMap().forEach((to, more) -> further.put(knownSite(to), ReportCheck.furtherBytes(more, report.getShuffle())));
    Set<SiteId> carriedTo = report.hasCarriedTo()
        ? report.getCarriedTo().getSitesList().stream().map(this::knownSite).collect(Collectors.toSet()) : null;
    known(agent, report.getShuffle(), nowNanos).filter(shuffle -> !submitted.test(shuffle.id())).ifPresent(shuffle -> {
      boolean first = !shuffle.reportedBy(agent.slice());
      checkRoom(agent, shuffle, bytes.length - shuffle.volumes().reducersFrom(agent.site()));
      boolean news = report.getOnDemand() && shuffle.onDemand();
      news |= shuffle.report(agent.slice(), bytes, carriedTo);
      if (shuffle.reportFurther(agent.slice(), further) || news) {
        changed(shuffle, nowNanos);
      }
      if (first && !shuffle.volumes().places().isEmpty()) {
        send(agent, shuffle.volumes().places().toMessage(shuffle.id()));
      }
    });
  }

  private void checkRoom(AgentState agent, RunningShuffle shuffle, int moreCells) {
    if (moreCells > 0 && shuffles.room().cells() + moreCells > MATRIX_CELLS) {
      throw new IllegalArgumentException("all matrices together are too large, " + shuffle.id() + " is left out");
    }
    if (moreCells > 0 && shuffles.room().cells(agent.site()) + moreCells > MATRIX_CELLS_OF_SITE) {
      throw new IllegalArgumentException("the matrices of " + agent.site() + " together are too large, " + shuffle.id() + " is left out");
    }
  }

  /** Where one is read; all agents that have something for it get the place, so that all have the latest one. */
  public void placement(AgentState agent, PlacementReport report, long nowNanos) {
    Places places = Places.of(report, this::knownSite);
    known(agent, report.getShuffle(), nowNanos).ifPresent(shuffle -> {
      checkRoom(agent, shuffle, shuffle.volumes().news(places).siteByReducer().size());
      Places news = shuffle.place(agent.site(), places);
      if (!news.isEmpty()) {
        changed(shuffle, nowNanos);
        agents.live().stream()
            .filter(other -> shuffle.reportedBy(other.slice()))
            .forEach(other -> send(other, news.toMessage(shuffle.id())));
      }
    });
  }

  /** How much of some bundles of one shuffle has crossed, and for how long compressed chunks of it were restored. */
  public void bundles(AgentState agent, ShuffleBundles report, long nowNanos) {
    long micros = ReportCheck.micros(report.getRestoreMicros(), report.getShuffle());
    report.getBundlesList().forEach(bundle -> progress(agent, bundle.toBuilder().setShuffle(report.getShuffle()).build(), nowNanos));
    if (micros > 0) {
      known(agent, report.getShuffle(), nowNanos).ifPresent(shuffle -> shuffle.restored(agent.slice(), micros));
    }
  }

  /** How much of a bundle has crossed. */
  public void progress(AgentState agent, BundleProgress report, long nowNanos) {
    SitePair pair = new SitePair(agent.site(), knownSite(report.getTo()));
    if (pair.from().equals(pair.to())) {
      throw new IllegalArgumentException("a bundle of " + report.getShuffle() + " joins " + pair.from() + " with itself");
    }
    ReportCheck.progress(report);
    Map<Path, Long> sent = sent(report, pair);
    shuffles.sentByEnd(new ShuffleId(report.getShuffle()), agent.slice(), agent.session(), pair, sent);
    known(agent, report.getShuffle(), nowNanos).ifPresent(shuffle -> {
      BundleState before = shuffle.bundle(pair);
      boolean hadAny = hasAny(shuffle, agent.slice(), pair);
      long waitedFor = submitted.test(shuffle.id()) ? 0 : report.getRequestedOutstandingBytes();
      shuffle.progress(agent.slice(), pair.to(), new ProgressBook.Done(
          report.getAcknowledgedBytes(), report.getWithdrawnBytes(), waitedFor, report.getUnderWayBytes(), sender(report)));
      shuffle.sent(agent.slice(), agent.session(), pair.to(), sent);
      requestRound(shuffle, before, shuffle.bundle(pair), nowNanos);
      if (hadAny != hasAny(shuffle, agent.slice(), pair)) {
        effects.timer().requestSoon(nowNanos);
      }
    });
  }

  private Map<Path, Long> sent(BundleProgress report, SitePair pair) {
    if (report.getSentCount() > BundleId.MOST_SENT_PATHS) {
      throw new IllegalArgumentException("a bundle of " + report.getShuffle() + " has bytes on " + report.getSentCount()
          + " paths, more than " + BundleId.MOST_SENT_PATHS);
    }
    Map<Path, Long> sent = new HashMap<>();
    report.getSentList().forEach(each -> {
      Path path = WanPaths.of(each.getPath());
      path.sites().forEach(wan::indexOf);
      if (!path.from().equals(pair.from()) || !path.to().equals(pair.to())) {
        throw new IllegalArgumentException("the path " + path + " is none of the bundle " + pair + " of " + report.getShuffle());
      }
      sent.put(path, ReportCheck.inRange(each.getBytes(), ReportCheck.BUNDLE_BYTES, report.getShuffle()));
    });
    return sent;
  }

  /** All is on links, where its sender does not say. */
  private static ProgressBook.Sender sender(BundleProgress report) {
    double wireShare = report.getWirePermille() == 0 ? 1 : report.getWirePermille() / PERMILLE;
    return new ProgressBook.Sender(report.getOutstandingBytes(), wireShare, report.getSavedBytes(), report.getCompressMicros());
  }

  /** Whether one of several slices has a part of a bundle left: what a rate is divided by. */
  private boolean hasAny(RunningShuffle shuffle, SliceId slice, SitePair pair) {
    return agents.slices().count() > 1 && shuffle.left(slice, pair.to()) > 0;
  }

  private void requestRound(RunningShuffle shuffle, BundleState before, BundleState after, long nowNanos) {
    if ((before.remaining() > 0) != (after.remaining() > 0) || (before.unsent() > 0) != (after.unsent() > 0)) {
      boolean goesOn = shuffles.noteOutstanding(shuffle);
      if (after.unsent() == 0 && goesOn && effects.timer().lastRoundMillis() > CHEAP_ROUND_MILLIS) {
        effects.timer().requestSoon(nowNanos); // one of very many, and a round for each would be a core's work
      } else {
        effects.timer().request(nowNanos);
      }
    } else if ((before.requestedOutstanding() > 0) != (after.requestedOutstanding() > 0)) {
      effects.timer().requestSoon(nowNanos);
    }
  }

  /** The stock path has served other sites of shuffles that are only told of. */
  public void served(List<String> names, long nowNanos) {
    names.forEach(name -> shuffles.find(new ShuffleId(name)).ifPresent(shuffle -> shuffle.servedByStock(nowNanos)));
  }

  /**
   * A shuffle is over, which the other agents hear. An agent may end only what its site has told of. What has no shuffle here, as where all
   * bytes stayed at their sites, has nothing to end. One of which anything is left gives its rates to others.
   */
  public void ended(AgentState agent, ShuffleEnded report, long nowNanos) {
    ShuffleId id = new ShuffleId(report.getShuffle());
    boolean mayEnd = shuffles.hasEnded(id) || shuffles.mayEnd(id, agent.site(), nowNanos);
    if (!mayEnd && shuffles.find(id).isPresent()) {
      throw new IllegalArgumentException("the agent of " + agent.site() + " says that " + id + " is over, and has told nothing of it");
    }
    boolean anyLeft = shuffles.isOutstanding(id);
    if (mayEnd && shuffles.end(id)) {
      agents.live().stream().filter(other -> other != agent)
          .forEach(other -> send(other, ControllerMessage.newBuilder().setEnded(report)));
      if (anyLeft) { // otherwise the end of its last bundle has had a round; the floor for jobs goes with the next regular one
        effects.timer().request(nowNanos);
      }
    }
  }

  /** Small jobs bypass Terra: of each of their readers something is heard, and a round for each would be a core's work. */
  private void changed(RunningShuffle shuffle, long nowNanos) {
    if (shuffles.noteGrowth(shuffle, nowNanos)) {
      effects.timer().request(nowNanos);
    }
  }

  private void send(AgentState agent, ControllerMessage.Builder message) {
    effects.outbox().send(agent.stream(), message);
  }

  private SiteId knownSite(String name) {
    SiteId site = new SiteId(name);
    wan.indexOf(site);
    return site;
  }
}
