package dev.terra.lab.wire;

import dev.terra.agent.send.Outbox;
import dev.terra.agent.send.Pump;
import dev.terra.agent.send.SegmentAnswers;
import dev.terra.agent.tls.AgentTls;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.tunnel.TunnelTarget;
import dev.terra.agent.wire.Frame;
import dev.terra.api.v1.AheadCredit;
import dev.terra.api.v1.SegmentAck;
import dev.terra.api.v1.SegmentRequest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The end that sends: an outbox and its pump, at a rate that cannot be reached here. */
final class SendingEnd extends End {
  private static final double UNREACHED_BYTES_PER_SECOND = 1e11;

  private final WireLoad load;
  private final Side side;
  private final Pump pump;
  private final Outbox outbox;
  private int jobsDone;

  SendingEnd(SegmentFile segments, WireLoad load, WirePlace place, Side side, Optional<AgentTls> tls) throws IOException {
    super(place, tls);
    this.load = load;
    segments.handOverOn(owner());
    this.side = side;
    SegmentAnswers answers = new SegmentAnswers(tunnels());
    this.pump = new Pump(new Pump.Supply(segments, question -> Map.of(path(), UNREACHED_BYTES_PER_SECOND)), answers, news(), ticker());
    this.outbox = new Outbox(SENDER, segments, pump, ticker(), random().nextLong());
    every(5, pump::run);
    every(100, pump::refreshRates);
    every(1_000, outbox::tick);
    listen();
    owner().execute(() -> tunnels().plan(List.of(TunnelTarget.along(path()))));
  }

  @Override
  void close() {
    // the owner of the file closes it
  }

  @Override
  public void up(Tunnel tunnel) {
    super.up(tunnel);
    outbox.tunnelUp(tunnel);
  }

  @Override
  public void writable(Tunnel tunnel) {
    pump.writable(tunnel);
  }

  @Override
  public void data(Tunnel tunnel, Frame frame, boolean intact) {
    throw new IllegalStateException("data from the receiver");
  }

  @Override
  public void control(Tunnel tunnel, Frame frame) {
    switch (frame.header().type()) {
      case ACK -> acknowledged(frame.message(SegmentAck.parser()));
      case REQUEST -> outbox.request(RECEIVER, frame.message(SegmentRequest.parser()));
      case CREDIT -> outbox.credit(RECEIVER, frame.message(AheadCredit.parser()));
      default -> throw new IllegalStateException("unexpected " + frame.header());
    }
  }

  private void acknowledged(SegmentAck ack) {
    outbox.ack(RECEIVER, ack);
    long bytes = outbox.deliveredBytes().getOrDefault(path(), 0L);
    side.progress(bytes, ticker().read());
    if (bytes >= (jobsDone + 1) * load.jobBytes()) {
      outbox.dropShuffle(WireLoad.shuffle(++jobsDone));
    }
    if (jobsDone == load.jobs()) {
      System.out.println(side.result(bytes, ticker().read()));
      finish();
    }
  }
}
