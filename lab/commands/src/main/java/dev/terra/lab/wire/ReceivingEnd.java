package dev.terra.lab.wire;

import com.google.common.collect.ImmutableSet;
import dev.terra.agent.config.SpoolConfig;
import dev.terra.agent.receive.Credits;
import dev.terra.agent.receive.FetchSink;
import dev.terra.agent.receive.Inbox;
import dev.terra.agent.spool.Spool;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.Frame;
import dev.terra.agent.wire.FrameType;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.FetchHead;
import dev.terra.api.v1.SegmentMeta;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The end that receives: an inbox, its spool, and readers that accept all bytes. */
final class ReceivingEnd extends End {
  private static final long SPOOL_BYTES = 64 << 20;
  /** The segments of a fetch: as many as a receiver of a submitted shuffle requests at a time. */
  private static final int FETCH_SEGMENTS = 256;
  /** The time for the last acknowledgement to reach the sender. */
  private static final long LINGER_MILLIS = 200;

  private final Side side;
  private final Spool spool;
  private final Inbox inbox;
  private final WireLoad load;
  private long taken;
  private int job;
  private int reading;

  ReceivingEnd(WireLoad load, WirePlace place, Side side, Optional<AgentTls> tls) throws IOException {
    super(place, tls);
    this.load = load;
    this.side = side;
    this.spool = Spool.open(new SpoolConfig(SPOOL_BYTES, 0, Optional.empty()), owner());
    this.inbox = new Inbox(RECEIVER, spool, tunnels(), news(), ticker());
    Credits credits = new Credits(tunnels());
    every(20, inbox::flush);
    every(60, () -> credits.tick(inbox.takeExpected(), spool.freeAheadBytes(), ticker().read()));
    every(100, inbox::tick);
    context().accepted().follow(ImmutableSet.of(path()), ticker().read());
    listen();
  }

  @Override
  void close() throws IOException {
    spool.close();
  }

  @Override
  public void up(Tunnel tunnel) {
    super.up(tunnel);
    if (job == 0) {
      nextJob();
    }
  }

  private void nextJob() {
    job++;
    reading = Math.min(READERS, load.segments());
    for (int reader = 0; reader < Math.min(READERS, load.segments()); reader++) {
      new Reader(reader).next();
    }
  }

  private void jobRead() {
    if (job < load.jobs()) {
      inbox.dropShuffle(WireLoad.shuffle(job));
      nextJob();
      return;
    }
    inbox.flush();
    System.out.println(side.result(taken, ticker().read()));
    var timer = owner().schedule(this::finish, LINGER_MILLIS, TimeUnit.MILLISECONDS);
    if (timer.isCancelled()) {
      finish();
    }
  }

  /** A reader of every n-th segment of a job, of which it fetches some at a time. */
  private final class Reader implements FetchSink {
    private final int reduce;
    private int map;

    Reader(int reduce) {
      this.reduce = reduce;
      this.map = reduce;
    }

    void next() {
      List<SegmentCopy> keys = new ArrayList<>();
      for (; map < load.segments() && keys.size() < FETCH_SEGMENTS; map += READERS) {
        keys.add(SegmentCopy.first(WireLoad.shuffle(job), OutputId.of(map), reduce, ORIGIN));
      }
      if (!keys.isEmpty()) {
        if (inbox.fetch(keys, SENDER, this).isEmpty()) {
          throw new IllegalStateException("a fetch was refused");
        }
      } else if (--reading == 0) {
        jobRead();
      }
    }

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
      owner().execute(this::next);
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
