package dev.terra.agent;

import dev.terra.agent.http.FetchApi;
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
import dev.terra.api.v1.FetchRequest;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.SiteId;
import java.net.InetAddress;
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
  private final Supplier<AgentView> views;
  private final Executor statsThread;

  /**
   * A desk for one site's handlers.
   *
   * @param views gives the newest view, on any thread
   * @param statsThread on which statistics are written; it may refuse
   */
  FetchDesk(SiteId site, Gateway gateway, Inbox inbox, Supplier<AgentView> views, Executor statsThread) {
    this.site = site;
    this.gateway = gateway;
    this.inbox = inbox;
    this.views = views;
    this.statsThread = statsThread;
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
    ShuffleId shuffle = new ShuffleId(request.getShuffle());
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
      return inbox.fetchUndecided(ids, taken, source.get(), sink);
    }
    List<SegmentCopy> keys = ids.stream().map(segment -> new SegmentCopy(segment, request.getReader())).toList();
    Optional<Fetch> fetch = inbox.fetch(keys, taken, source.get(), sink);
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
      statsThread.execute(() -> answer.accept(StatsJson.of(views.get())));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }
}
