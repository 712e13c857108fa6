package dev.terra.agent;

import com.google.common.net.InetAddresses;
import dev.terra.agent.cache.CacheRequest;
import dev.terra.agent.http.FetchApi;
import dev.terra.agent.proof.ReaderProof;
import dev.terra.agent.receive.Fetch;
import dev.terra.agent.receive.FetchControl;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.receive.Taken;
import dev.terra.agent.site.Subnets;
import dev.terra.agent.trace.FetchTraces;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers the HTTP requests of this site's handlers: fetches, if the client is at this site and the origin at another, and requests for
 * statistics.
 */
final class FetchDesk implements FetchApi {
  private final LocalSite site;
  private final Subnets subnets;
  private final Receiving receiving;
  private final Tracing tracing;
  private final Views views;

  /**
   * The means by which fetches are checked and traced.
   *
   * @param session the session of this agent; a reader's proof that it belongs to its job is valid for this session only
   */
  record Tracing(FetchTraces traces, long session, InstantSource clock) {}

  /**
   * The source of statistics.
   *
   * @param thread runs the tasks that write statistics; it may reject them
   */
  record Views(AgentViews all, Executor thread) {}

  /** Creates a desk for one site's handlers. */
  FetchDesk(LocalSite site, Subnets subnets, Receiving receiving, Tracing tracing, Views views) {
    this.site = site;
    this.subnets = subnets;
    this.receiving = receiving;
    this.tracing = tracing;
    this.views = views;
  }

  @Override
  public Optional<? extends FetchControl> fetch(InetAddress client, FetchRequest request, FetchSink untraced) {
    FetchSink sink = tracing.traces.fetch(client, request, untraced);
    SiteId source = subnets.siteOfHandler(request.getOriginIp()).orElse(null);
    Optional<String> refusal = refusal(client, request, source);
    if (refusal.isPresent() || source == null) {
      sink.fail(refusal.orElse("no origin"));
      return Optional.empty();
    }
    ReaderProof proof = ReaderProof.of(request, site.keys(), source, tracing.clock);
    proof.check();
    if (proof.refusal().isPresent()) {
      sink.fail(proof.refusal().get());
      return Optional.empty();
    }
    return begin(request, source, sink, proof);
  }

  private Optional<String> refusal(InetAddress client, FetchRequest request, @Nullable SiteId source) {
    SiteId self = site.config().site();
    if (!subnets.siteOf(client).equals(Optional.of(self))) {
      return Optional.of("only handlers of " + self + " fetch here, and " + client.getHostAddress() + " is not in its subnets");
    }
    if (source == null || source.equals(self)) {
      return Optional.of("the origin " + request.getOriginIp() + " is not at another site");
    }
    if (request.getTakenBytesCount() != request.getTakenCrc32CCount()) {
      return Optional.of("expected a checksum of what the reader has of each segment, got " + request.getTakenCrc32CCount() + " of "
          + request.getTakenBytesCount());
    }
    return FetchProofs.problem(request, tracing.session, InetAddresses.toAddrString(client), tracing.clock.instant());
  }

  private Optional<? extends FetchControl> begin(FetchRequest request, SiteId source, FetchSink sink, ReaderProof proof) {
    ShuffleId shuffle = new ShuffleId(request.getShuffle());
    List<SegmentId> ids = IntStream.range(0, request.getOutputsCount())
        .mapToObj(i -> new SegmentId(shuffle, OutputId.of(request.getOutputs(i)), partitions(request, i), request.getOriginIp())).toList();
    if (receiving.mayShare(request, source)) {
      return Optional.of(receiving.cache().fetch(new CacheRequest(ids, source, request.getReader(), request.getUndecided()), sink, proof));
    }
    List<Taken> taken = IntStream.range(0, request.getTakenBytesCount())
        .mapToObj(i -> new Taken(request.getTakenBytes(i), request.getTakenCrc32C(i))).toList();
    if (request.getUndecided()) {
      return receiving.inbox().fetchUndecided(ids, taken, source, sink, proof);
    }
    List<SegmentCopy> keys = ids.stream().map(segment -> new SegmentCopy(segment, request.getReader())).toList();
    Optional<Fetch> fetch = receiving.inbox().fetch(keys, taken, source, sink, proof);
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
      views.thread.execute(() -> answer.accept(StatsJson.of(views.all.newest())));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }
}
