package dev.terra.controller.core.submit;

import dev.terra.api.timing.ProtocolTiming;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.SubmittedPart;
import dev.terra.api.v1.Transfer;
import dev.terra.api.version.Capability;
import dev.terra.controller.core.agent.AgentBook;
import dev.terra.controller.core.agent.AgentState;
import dev.terra.controller.core.shuffle.BundleState;
import dev.terra.controller.core.shuffle.Places;
import dev.terra.controller.core.shuffle.RunningShuffle;
import dev.terra.controller.core.shuffle.ShuffleBook;
import dev.terra.controller.core.turn.Effects;
import dev.terra.controller.view.EventKind;
import dev.terra.core.balance.DealtWork;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.slice.SliceId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Connects submitted shuffles with the rest of the controller: their volumes, their end, and the agents that carry them. */
public final class SubmissionsHost implements SubmissionBook.Host {
  /**
   * By this time after the controller's start, agents that were attached to the previous controller have returned and reported what they
   * carry.
   */
  private static final long FIRST_DEAL_NANOS = ProtocolTiming.CONTROL_SILENCE.nanos();

  private final ShuffleBook shuffles;
  private final AgentBook agents;
  private final Effects effects;
  private final TransferSlices slices;
  private final ToDoubleFunction<SitePair> leastUsdPerByte;

  /**
   * Creates the host of one controller's submitted shuffles.
   *
   * @param leastUsdPerByte returns what a byte between two sites costs on the cheapest path, in US dollars
   */
  public SubmissionsHost(ShuffleBook shuffles, AgentBook agents, Effects effects, TransferSlices slices,
      ToDoubleFunction<SitePair> leastUsdPerByte) {
    this.leastUsdPerByte = leastUsdPerByte;
    this.shuffles = shuffles;
    this.agents = agents;
    this.effects = effects;
    this.slices = slices;
  }

  @Override
  public double leastUsdPerByte(SitePair pair) {
    return leastUsdPerByte.applyAsDouble(pair);
  }

  @Override
  public void tell(SiteId site, SubmittedPart part, long nowNanos) {
    agents.live(site).forEach(agent -> {
      effects.outbox().sendAfterRound(agent.stream(), of(agent.slice(), part));
      effects.timer().request(nowNanos);
    });
  }

  /** Returns a slice's transfers of a part. A transfer belongs to the same slice at both ends. */
  private SubmittedPart of(SliceId slice, SubmittedPart part) {
    if (agents.slices().count() == 1) {
      return part;
    }
    ShuffleId id = new ShuffleId(part.getShuffle());
    Predicate<Transfer> carried = transfer -> slices.carries(slice.number(), id, transfer);
    return part.toBuilder()
        .clearOutgoing().addAllOutgoing(part.getOutgoingList().stream().filter(carried).toList())
        .clearIncoming().addAllIncoming(part.getIncomingList().stream().filter(carried).toList()).build();
  }

  @Override
  public List<DealtWork.Member> members(ShuffleId id, SitePair pair, long nowNanos) {
    List<Integer> there = agents.slices().numbers().filter(slice -> hasToldAll(pair, slice)).boxed().toList();
    boolean othersMayCome = there.size() < agents.slices().count() && nowNanos < FIRST_DEAL_NANOS;
    return othersMayCome ? List.of() : there.stream().map(slice -> member(id, new SliceId(pair.from(), slice), pair.to())).toList();
  }

  private boolean hasToldAll(SitePair pair, int slice) {
    return agents.hasToldAll(new SliceId(pair.from(), slice)) && agents.hasToldAll(new SliceId(pair.to(), slice));
  }

  private DealtWork.Member member(ShuffleId id, SliceId from, SiteId to) {
    return shuffles.find(id).map(shuffle -> new DealtWork.Member(from.number(), shuffle.left(from, to), shuffle.acknowledged(from, to)))
        .orElseGet(() -> new DealtWork.Member(from.number(), 0, 0));
  }

  @Override
  public boolean sayAgain(SitePair pair) {
    return Stream.of(pair.from(), pair.to()).flatMap(site -> agents.live(site).stream())
        .allMatch(agent -> agent.can(Capability.KNOWN_TRANSFERS));
  }

  @Override
  public void dealtByHash(ShuffleId id, String detail, long nowNanos) {
    effects.events().add(nowNanos, EventKind.DEALT_BY_HASH, id.value(), detail);
  }

  @Override
  public void group(SubmittedShuffle submission, long nowNanos) {
    shuffles.find(submission.id()).filter(shuffle -> group(shuffle, submission)).ifPresent(shuffle -> effects.timer().request(nowNanos));
  }

  private static boolean group(RunningShuffle shuffle, SubmittedShuffle submission) {
    return shuffle.describe(shuffle.descriptor().of(submission.group()));
  }

  /** Notes the volumes at once, and by slice, so that rates and their division need not wait until the agents confirm them. */
  @Override
  public void volumes(SubmittedShuffle submission, SiteId site, Collection<Transfer> transfers, long nowNanos) {
    ShuffleId id = submission.id();
    Map<Integer, SiteId> placement = submission.placement();
    shuffles.findOrAdd(id, nowNanos).filter(shuffle -> agents.liveAt(site)).ifPresent(shuffle -> {
      shuffle.heard(nowNanos);
      group(shuffle, submission);
      int receivers = placement.keySet().stream().mapToInt(number -> number + 1).max().orElse(0);
      agents.live(site).stream().map(AgentState::slice).forEach(slice -> {
        shuffle.report(slice, bytes(transfers, receivers, transfer -> slices.carries(slice.number(), id, transfer)), null);
      });
      if (!slices.isByHash()) {
        shuffle.report(SliceId.none(site), bytes(transfers, receivers, transfer -> slices.of(id, transfer.getNumber()).isEmpty()), null);
      }
      shuffle.place(Places.of(placement));
      shuffles.noteGrowth(shuffle, nowNanos);
      effects.timer().request(nowNanos);
    });
  }

  private static long[] bytes(Collection<Transfer> transfers, int receivers, Predicate<Transfer> which) {
    long[] bytes = new long[receivers];
    transfers.stream().filter(which).forEach(transfer -> bytes[transfer.getReceiver()] += transfer.getBytes());
    return bytes;
  }

  @Override
  public boolean hasEnded(ShuffleId id) {
    return shuffles.hasEnded(id);
  }

  @Override
  public void arrived(ShuffleId id, long nowNanos) {
    // receivers report the end before the last reports of the senders
    shuffles.find(id).ifPresent(RunningShuffle::allArrived);
    end(id, nowNanos);
  }

  @Override
  public void failed(ShuffleId id, String problem, long nowNanos) {
    shuffles.find(id).ifPresent(shuffle -> shuffle.fail(problem));
    shuffles.noteFailure();
    end(id, nowNanos);
    effects.events().add(nowNanos, EventKind.SHUFFLE_FAILED, id.value(), problem);
  }

  @Override
  public void refused(String shuffle, String problem, long nowNanos) {
    effects.events().add(nowNanos, EventKind.REQUEST_REFUSED, "job master", "shuffle " + BoundedText.of(shuffle) + ": " + problem);
  }

  private void end(ShuffleId id, long nowNanos) {
    if (shuffles.end(id)) {
      effects.timer().request(nowNanos);
    }
    effects.outbox().dropParts(id);
    agents.live().forEach(agent -> effects.outbox().send(agent.stream(),
        ControllerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(id.value()))));
  }

  @Override
  public SubmissionBook.Account account(ShuffleId id) {
    return shuffles.find(id).map(shuffle -> new SubmissionBook.Account(
        shuffle.bundles().values().stream().mapToLong(BundleState::acknowledged).sum(), shuffle.waits(), shuffle.gammaSeconds(),
        shuffle.largestGammaSeconds(), shuffle.refusal())).orElse(SubmissionBook.Account.NONE);
  }
}
