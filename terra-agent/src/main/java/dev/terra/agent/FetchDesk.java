package dev.terra.agent;

import com.google.common.net.InetAddresses;
import dev.terra.agent.http.FetchApi;
import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.proof.ShuffleKeys;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.receive.Taken;
import dev.terra.agent.site.Gateway;
import dev.terra.agent.view.AgentView;
import dev.terra.agent.view.StatsJson;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.Partitions;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.agent.wire.SegmentId;
import dev.terra.api.proof.FetchProofs;
import dev.terra.api.v1.FetchRequest;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Answers this site's handlers over HTTP: fetches, if they are from where they should be, and statistics. */
final class FetchDesk implements FetchApi {
  private final SiteId site;
  private final Gateway gateway;
  private final Inbox inbox;
  private final Proofs proofs;
  private final Views views;

  /**
   * What readers have to prove.
   *
   * @param session of this agent
   */
  record Proofs(ShuffleKeys keys, long session, InstantSource clock) {}

  /**
   * What statistics show.
   *
   * @param newest gives the newest view, on any thread
   * @param thread on which they are written; it may refuse
   */
  record Views(Supplier<AgentView> newest, Executor thread) {}

  /** A desk for one site's handlers. */
  FetchDesk(SiteId site, Proofs proofs, Gateway gateway, Inbox inbox, Views views) {
    this.proofs = proofs;
    this.site = site;
    this.gateway = gateway;
    this.inbox = inbox;
    this.views = views;
  }

  @Override
  public Optional<Fetch> fetch(InetAddress client, FetchRequest request, FetchSink sink) {
    Optional<SiteId> source = gateway.siteOf(request.getOriginIp());
    if (!gateway.isLocal(client)) {
      sink.fail("only handlers of " + site + " fetch here, and " + client.getHostAddress() + " is not in its subnets");
      return Optional.empty();
    }
    if (source.isEmpty() || source.get().equals(site)) {
      sink.fail("the origin " + request.getOriginIp() + " is at no other site");
      return Optional.empty();
    }
    Optional<String> unproven =
        FetchProofs.problem(request, proofs.session, InetAddresses.toAddrString(client), proofs.clock.instant());
    if (unproven.isPresent()) {
      sink.fail(unproven.get());
      return Optional.empty();
    }
    ShuffleId shuffle = new ShuffleId(request.getShuffle());
    ReaderProof proof = ReaderProof.of(request, () -> proofs.keys.find(shuffle, source.get()), proofs.clock);
    proof.isAccepted();
    if (proof.refusal().isPresent()) {
      sink.fail(proof.refusal().get());
      return Optional.empty();
    }
    List<SegmentId> ids = IntStream.range(0, request.getOutputsCount())
        .mapToObj(i -> new SegmentId(shuffle, OutputId.of(request.getOutputs(i)), partitions(request, i), request.getOriginIp())).toList();
    if (request.getTakenBytesCount() != request.getTakenCrc32CCount()) {
      sink.fail("expected a checksum of what the reader has of each segment, got " + request.getTakenCrc32CCount() + " of "
          + request.getTakenBytesCount());
      return Optional.empty();
    }
    List<Taken> taken = IntStream.range(0, request.getTakenBytesCount())
        .mapToObj(i -> new Taken(request.getTakenBytes(i), request.getTakenCrc32C(i))).toList();
    if (request.getUndecided()) {
      return inbox.fetchUndecided(ids, taken, source.get(), sink, proof);
    }
    List<SegmentCopy> keys = ids.stream().map(segment -> new SegmentCopy(segment, request.getReader())).toList();
    Optional<Fetch> fetch = inbox.fetch(keys, taken, source.get(), sink, proof);
    if (request.getAnnounce()) {
      fetch.ifPresent(Fetch::announce);
    }
    return fetch;
  }

  private static Partitions partitions(FetchRequest request, int i) {
    if (request.getRangesCount() == 0) {
      return Partitions.one(request.getPartition());
    }
    if (request.getRangesCount() != request.getOutputsCount()) {
      throw new IllegalArgumentException("expected partitions of each output, got " + request.getRangesCount() + " of "
          + request.getOutputsCount());
    }
    return new Partitions(request.getRanges(i).getFirst(), request.getRanges(i).getCount());
  }

  @Override
  public boolean stats(Consumer<byte[]> answer) {
    try {
      views.thread.execute(() -> answer.accept(StatsJson.of(views.newest.get())));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }
}
