package dev.terra.agent.send;

import dev.terra.agent.compress.Compressor;
import dev.terra.agent.compress.SentChunk;
import dev.terra.agent.stats.AgentEventKind;
import dev.terra.agent.stats.Events;
import dev.terra.agent.tunnel.Tunnel;
import dev.terra.agent.wire.FrameType;
import dev.terra.core.range.ByteRanges.ByteRange;
import dev.terra.core.wan.Path;

/** Puts chunks on tunnels, each after a frame that describes its segment on that tunnel. It is used on the agent's thread only. */
final class Transmitter {
  private final Events events;
  private final Compressor compressor;
  private String resumes = "";

  Transmitter(Events events, Compressor compressor) {
    this.events = events;
    this.compressor = compressor;
  }

  /** Adds an event for bytes that were lost with a tunnel. Another event follows with the next chunk that is sent again. */
  void noteLoss(Path lost, long bytes) {
    events.add(AgentEventKind.RESEND, lost.toString(), bytes + " bytes under way are sent again on other tunnels");
    resumes = lost.toString();
  }

  /** Sends the chunk that was chosen of a bundle. */
  void send(OutBundle bundle, ChunkChooser.Next next, long nowNanos) {
    Block block = next.block();
    TunnelWindow window = next.window();
    int length = next.length();
    OutSegment segment = block.segment();
    long number = segment.id().number();
    long start = block.position();
    Urgency urgency = block.urgency();
    boolean again = segment.wasSent(start, start + length);
    boolean whole = segment.takeNewChecksum();
    if (window.describe(number) || whole) {
      window.tunnel().send(FrameType.META, SegmentAnswers.meta(segment));
    }
    if (again && !resumes.isEmpty()) {
      events.add(AgentEventKind.RESUMED, resumes, "the first bytes that were under way on it were sent again on " + window.tunnel().path());
      resumes = "";
    }
    bundle.compression().sent(new SentChunk(length, next.wireBytes()), block.step(),
        bundle.pacing().rateBytesPerSecond(), nowNanos);
    put(next, number);
    InFlight chunk = new InFlight(new InFlight.Part(segment.id(), new ByteRange(start, start + length), next.wireBytes()), urgency,
        window.tunnel(), nowNanos);
    window.add(chunk);
    bundle.sent(window.tunnel().path(), next.wireBytes());
    segment.launch(chunk);
    if (urgency == Urgency.AHEAD) {
      bundle.credit().launched(length);
    }
  }

  private void put(ChunkChooser.Next next, long number) {
    Block block = next.block();
    Tunnel tunnel = next.window().tunnel();
    long start = block.position();
    if (next.isCompressed()) {
      tunnel.sendCompressed(number, start, block.takeCompressed());
      compressor.sent(next.length(), next.wireBytes());
    } else {
      Block.Chunk cut = block.cut(next.length());
      tunnel.sendData(number, start, cut.bytes(), cut.crc());
    }
  }

  /** Announces the next segment that no reader has requested, so that its receiver grants room for it. */
  void solicitCredit(OutBundle bundle, TunnelWindow window) {
    bundle.lane(Urgency.AHEAD).next().ifPresent(segment -> {
      if (window.describe(segment.id().number())) {
        window.tunnel().send(FrameType.META, SegmentAnswers.meta(segment));
      }
    });
  }
}
