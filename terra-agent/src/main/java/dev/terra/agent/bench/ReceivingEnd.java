package dev.terra.agent.bench;

import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.receive.Credits;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.TunnelServer;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.SegmentKey;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The end that receives: an inbox, its spool, and readers that take whatever they get. */
final class ReceivingEnd extends End {
  private static final long SPOOL_BYTES = 64 << 20;
  /** The last acknowledgement has to reach the sender. */
  private static final long LINGER_MILLIS = 200;

  private final Side side;
  private final long totalBytes;
  private final Spool spool;
  private final Inbox inbox;
  private final TunnelServer server;
  private final int segments;
  private long taken;
  private boolean begun;

  ReceivingEnd(int segments, long totalBytes, Side side) throws IOException {
    super(RECEIVER, SENDER, 1);
    this.segments = segments;
    this.totalBytes = totalBytes;
    this.side = side;
    this.spool = Spool.open(new SpoolConfig(SPOOL_BYTES, 0, Optional.empty()), owner());
    this.inbox = new Inbox(spool, tunnels(), news(), ticker());
    Credits credits = new Credits(tunnels());
    every(20, inbox::flush);
    every(60, () -> credits.tick(inbox.expecting(), spool.freeAheadBytes(), ticker().read()));
    every(100, inbox::tick);
    this.server = TunnelServer.open(context(), 0);
  }

  int port() {
    return server.port();
  }

  @Override
  void awaitAndClose() throws InterruptedException {
    super.awaitAndClose();
    server.close();
    try {
      spool.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void up(Tunnel tunnel) {
    super.up(tunnel);
    if (!begun) {
      begun = true;
      for (int reader = 0; reader < Math.min(READERS, segments); reader++) {
        read(reader);
      }
    }
  }

  private void read(int reader) {
    List<SegmentKey> keys = new ArrayList<>();
    for (int map = reader; map < segments; map += READERS) {
      keys.add(new SegmentKey(JOB, "m" + map, reader, ORIGIN));
    }
    Counter counter = new Counter();
    if (inbox.fetch(keys, SENDER, counter).isEmpty()) {
      throw new IllegalStateException("a fetch was refused");
    }
  }

  private final class Counter implements FetchSink {
    @Override
    public boolean isWritable() {
      return true;
    }

    @Override
    public void head(FetchHead head, long bodyBytes) {
      // lengths are known here
    }

    @Override
    public void bytes(byte[] data) {
      taken += data.length;
      side.progress(taken, ticker().read());
    }

    @Override
    public void end() {
      if (taken >= totalBytes) {
        inbox.flush();
        System.out.println(side.result(taken, ticker().read()));
        var timer = context().owner().schedule(ReceivingEnd.this::finish, LINGER_MILLIS, TimeUnit.MILLISECONDS);
        if (timer.isCancelled()) {
          finish();
        }
      }
    }

    @Override
    public void fail(String reason) {
      System.err.println("a fetch failed: " + reason);
      finish();
    }
  }

  @Override
  public void writable(Tunnel tunnel) {
    throw new IllegalStateException("no tunnel is opened here");
  }

  @Override
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    inbox.data(tunnel, frame, intact);
  }

  @Override
  public void control(Tunnel tunnel, Frame frame) {
    if (frame.header().type() != FrameType.META) {
      throw new IllegalStateException("unexpected " + frame.header());
    }
    inbox.meta(tunnel, frame.message(SegmentMeta.parser()));
  }
}
