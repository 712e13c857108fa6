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
 * Handles the reports of agents on shuffles: what was produced, where it is read, and how much has crossed the WAN. An impossible report on
 * a shuffle or a bundle is refused with an {@link IllegalArgumentException} and changes nothing. This class is used on the controller's
 * thread only.
 */
public final class ShuffleReports {
  /**
   * If the last round took longer than this, the end of one of several bundles does not hasten the next round. Of hundreds of bundles, many
   * end within a second.
   */
  private static final double CHEAP_ROUND_MILLIS = 5;
  private static final double PERMILLE = 1_000;
  /** The most numbers in all matrices together. They take 128 MiB. */
  private static final long MATRIX_CELLS = 16L << 20;
  /** The most numbers that agents of one site may report: what the site produced, and where readers are. */
  public static final long MATRIX_CELLS_OF_SITE = MATRIX_CELLS / 4;
  private final Wan wan;
  private final ShuffleBook shuffles;
  private final AgentBook agents;
  private final Effects effects;
  private final Predicate<ShuffleId> submitted;

  /**
   * Creates the handler of reports to one controller.
   *
   * @param submitted returns whether a job master submitted a shuffle; no reader waits for single bytes of such a shuffle
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

  /** Handles the description of a shuffle. It is ignored for a submitted shuffle, which its job master describes. */
  public void description(AgentState agent, ShuffleDescription report, long nowNanos) {
    ShuffleDescriptor descriptor = ShuffleDescriptions.of(report);
    known(agent, report.getShuffle(), nowNanos).filter(shuffle -> !submitted.test(shuffle.id()) && shuffle.describe(descriptor))
        .ifPresent(shuffle -> changed(shuffle, nowNanos));
  }

  /**
   * Handles a report on what an agent's site has produced for a shuffle. It is ignored for a submitted shuffle: its job master has reported
   * everything, and an agent may lack some of that.
   */
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

  /**
   * Handles a report on where a shuffle is read. All agents that have something of the shuffle get the new places, so that all of them have
   * the latest ones.
   */
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

  /** Handles a report on how much of some bundles of one shuffle has crossed, and on how long compressed chunks of it were decompressed. */
  public void bundles(AgentState agent, ShuffleBundles report, long nowNanos) {
    long micros = ReportCheck.micros(report.getRestoreMicros(), report.getShuffle());
    report.getBundlesList().forEach(bundle -> progress(agent, bundle.toBuilder().setShuffle(report.getShuffle()).build(), nowNanos));
    if (micros > 0) {
      known(agent, report.getShuffle(), nowNanos).ifPresent(shuffle -> shuffle.restored(agent.slice(), micros));
    }
  }

  /** Handles a report on how much of a bundle has crossed. */
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

  /** Returns what the sender reports. If it does not report a share on links, all bytes are on links. */
  private static ProgressBook.Sender sender(BundleProgress report) {
    double wireShare = report.getWirePermille() == 0 ? 1 : report.getWirePermille() / PERMILLE;
    return new ProgressBook.Sender(report.getOutstandingBytes(), wireShare, report.getSavedBytes(), report.getCompressMicros());
  }

  /** Returns whether one of several slices has a part of a bundle left. Rates are divided among the slices that do. */
  private boolean hasAny(RunningShuffle shuffle, SliceId slice, SitePair pair) {
    return agents.slices().count() > 1 && shuffle.left(slice, pair.to()) > 0;
  }

  private void requestRound(RunningShuffle shuffle, BundleState before, BundleState after, long nowNanos) {
    if ((before.remaining() > 0) != (after.remaining() > 0) || (before.unsent() > 0) != (after.unsent() > 0)) {
      boolean goesOn = shuffles.noteOutstanding(shuffle);
      if (after.unsent() == 0 && goesOn && effects.timer().lastRoundMillis() > CHEAP_ROUND_MILLIS) {
        effects.timer().requestSoon(nowNanos); // this bundle is one of very many, and a round for each of them would keep a core busy
      } else {
        effects.timer().request(nowNanos);
      }
    } else if ((before.requestedOutstanding() > 0) != (after.requestedOutstanding() > 0)) {
      effects.timer().requestSoon(nowNanos);
    }
  }

  /** Notes that the stock path has served other sites of shuffles that are only observed. */
  public void served(List<String> names, long nowNanos) {
    names.forEach(name -> shuffles.find(new ShuffleId(name)).ifPresent(shuffle -> shuffle.servedByStock(nowNanos)));
  }

  /**
   * Handles the report that a shuffle is over, and passes it on to the other agents. An agent may end only shuffles that its site has
   * reported. A shuffle that is not known here has nothing to end, as where all its bytes stayed at their sites. If anything of the shuffle
   * is left, its rates go to others.
   */
  public void ended(AgentState agent, ShuffleEnded report, long nowNanos) {
    ShuffleId id = new ShuffleId(report.getShuffle());
    boolean mayEnd = shuffles.hasEnded(id) || shuffles.mayEnd(id, agent.site(), nowNanos);
    if (!mayEnd && shuffles.find(id).isPresent()) {
      throw new IllegalArgumentException("the agent of " + agent.site() + " reports the end of " + id
          + ", which it has not reported before");
    }
    boolean anyLeft = shuffles.isOutstanding(id);
    if (mayEnd && shuffles.end(id)) {
      agents.live().stream().filter(other -> other != agent)
          .forEach(other -> send(other, ControllerMessage.newBuilder().setEnded(report)));
      if (anyLeft) { // otherwise, a round has followed the end of its last bundle, and the next regular round drops the floor for jobs
        effects.timer().request(nowNanos);
      }
    }
  }

  /**
   * Requests a round if the change matters to the schedule. Small jobs bypass Terra. Each of their readers causes a report, and a round for
   * each would keep a core busy.
   */
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
