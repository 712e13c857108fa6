package dev.terra.agent.tunnel;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import dev.terra.agent.compress.CompressedChunk;
import dev.terra.agent.link.LeastRtt;
import dev.terra.agent.link.Measurement;
import dev.terra.agent.wire.FrameHeader;
import dev.terra.agent.wire.FrameType;
import dev.terra.api.v1.Probe;
import dev.terra.api.v1.TunnelWelcome;
import dev.terra.api.version.Capability;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One end of an established tunnel, or of one connection of a tunnel that has several. Data travels from the opener to the far end;
 * acknowledgements and control frames travel both ways. The object may be used from any thread. Frames are sent in the order in which one
 * thread passes them, and are flushed by the channel's {@link FlushSoon}.
 */
public final class Tunnel {
  private static final Probe FILLER = Probe.newBuilder().setFiller(ByteString.copyFrom(new byte[32 << 10])).build();
  /** The number of fillers that are sent at a time. They keep a connection at 1 Gbit/s full until the next time, 10 ms later. */
  private static final int FILLERS_AT_ONCE = 40;

  private final Path path;
  private final boolean opener;
  private final int label;
  private final AgentId peerAgent;
  private final long peerSession;
  private final Set<Capability> able;
  private final Channel channel;
  private final Outgoing outgoing;
  private final LeastRtt leastRtt = new LeastRtt();
  private final OpenProbes probes = new OpenProbes();
  private final AtomicLong answeredProbes = new AtomicLong();
  private volatile @Nullable Measurement measurement;
  private volatile long rttNanos;
  private volatile long leastRttNanos;
  private volatile boolean awaiting;
  private volatile long chunkNanos;
  private volatile int chunkBytes;
  private volatile boolean filling;
  private volatile boolean suspect;
  private volatile boolean retired;
  private volatile String closeReason = "";

  Tunnel(Path path, boolean opener, int label, Peer peer, Outgoing outgoing) {
    this.path = path;
    this.opener = opener;
    this.label = label;
    this.peerAgent = peer.agent();
    this.peerSession = peer.session();
    this.able = peer.able();
    this.outgoing = outgoing;
    this.channel = outgoing.channel();
  }

  /**
   * The agent at the other end.
   *
   * @param able the capabilities that this agent has and others of its version may lack
   */
  record Peer(AgentId agent, long session, Set<Capability> able) {
    /** Returns an agent that opens tunnels. No chunk is sent to it, so it has not reported its capabilities. */
    static Peer opener(AgentId agent, long session) {
      return new Peer(agent, session, Set.of());
    }

    /**
     * Returns the agent that sent a welcome.
     *
     * @throws IllegalArgumentException if the welcome's site or name is invalid
     */
    static Peer of(TunnelWelcome welcome) {
      return new Peer(AgentId.of(welcome.getSite(), welcome.getAgent()), welcome.getSession(),
          Capability.of(welcome.getCapabilitiesList()));
    }
  }

  /** Returns the tunnel's sites, from the opener to the far end. */
  public Path path() {
    return path;
  }

  /** Returns the tunnel's number at its opener. */
  int label() {
    return label;
  }

  /** Returns the address of the other end of the tunnel's connection. */
  InetSocketAddress remoteAddress() {
    return (InetSocketAddress) channel.remoteAddress();
  }

  /** Measures the tunnel's connection alone, since it goes from end to end. This is called before any frame is handled. */
  void measureFrom(Channel measured) {
    Measurement own = new Measurement();
    own.count(measured);
    measurement = own;
  }

  /**
   * Returns the measurement of the tunnel's connection if that goes from end to end. Other connections are measured together with all that
   * cross the same link.
   */
  Optional<Measurement> measurement() {
    return Optional.ofNullable(measurement);
  }

  /** Returns whether this end opened the tunnel, so that data may be sent on it from here. */
  public boolean isOpener() {
    return opener;
  }

  /** Returns whether other sites relay the tunnel. */
  boolean isPiped() {
    return path.sites().size() > 2 && measurement == null;
  }

  /**
   * Returns the mark with which the connection's first packet was sent and arrived. It is present if the tunnel was opened here and the far
   * end has reported the mark.
   */
  Optional<ArrivedMark> mark() {
    return EndSide.mark(channel);
  }

  /** Returns a description of the silent link that the tunnel crosses, if there is one. */
  public Optional<String> linkSilence() {
    return EndSide.silence(channel);
  }

  /** Returns the site at the other end. */
  public SiteId peerSite() {
    return opener ? path.to() : path.from();
  }

  /** Returns the agent at the other end. */
  public AgentId peerAgent() {
    return peerAgent;
  }

  /** Returns the session of the agent at the other end. If the session differs from an earlier one, that agent has forgotten everything. */
  public long peerSession() {
    return peerSession;
  }

  /** Returns the last measured round trip in nanoseconds; 0 before the first measurement. */
  public long rttNanos() {
    return rttNanos;
  }

  /**
   * Returns the least of the recent round trips in nanoseconds, which is the time that the path takes without queues of Terra's own making.
   * It is 0 before the first measurement.
   */
  public long leastRttNanos() {
    return leastRttNanos;
  }

  /** Records a measured round trip. It is called on the channel's loop. */
  void rttNanos(long nanos) {
    rttNanos = nanos;
    leastRttNanos = leastRtt.add(nanos);
  }

  /** Returns the number of probes that the far end has answered. */
  public long answeredProbes() {
    return answeredProbes.get();
  }

  /** Sends a probe, which the far end answers. */
  void probe(long nowNanos) {
    probes.sent(nowNanos);
    send(FrameType.PING, Probe.newBuilder().setSentNanos(nowNanos).setRttMicros(TimeUnit.NANOSECONDS.toMicros(rttNanos)).build());
  }

  /**
   * Returns whether the tunnel may be filled in order to examine its link. This requires that the tunnel crosses no other link and that the
   * far end accepts filler.
   */
  boolean isFillable() {
    return opener && path.sites().size() == 2 && able.contains(Capability.LINK_FILLER);
  }

  /** Sends as much filler as the tunnel takes at present, or stops sending it. The far end discards filler. */
  void fill(boolean goOn) {
    filling = goOn;
    for (int i = 0; goOn && isWritable() && i < FILLERS_AT_ONCE; i++) {
      send(FrameType.PING, FILLER);
    }
  }

  /** Returns whether chunks or filler are under way on the tunnel. */
  boolean isBusy() {
    return awaiting || filling;
  }

  /** Records the answer to the probe that was sent at a given time. Returns whether such a probe was sent and this is its first answer. */
  boolean answered(long sentNanos) {
    boolean first = probes.answered(sentNanos);
    answeredProbes.addAndGet(first ? 1 : 0);
    return first;
  }

  /** Returns whether more may be sent on the tunnel: its buffers have room, and it is still planned. */
  public boolean isWritable() {
    return !retired && channel.isWritable();
  }

  /** Marks the tunnel as not planned. Nothing new is sent on it, and it closes when the bytes under way have arrived. */
  void retire() {
    retired = true;
  }

  /** Returns whether the tunnel has ceased to be planned. */
  public boolean isRetired() {
    return retired;
  }

  /** Returns whether the tunnel's connection is open. */
  public boolean isOpen() {
    return channel.isActive();
  }

  /**
   * Returns whether the tunnel is suspect: it is open, but nothing has arrived on it for too long. Nothing new is to be sent on a suspect
   * tunnel.
   */
  public boolean isSuspect() {
    return suspect;
  }

  /** Records whether the tunnel is suspect. It is called on the channel's loop. */
  void suspect(boolean now) {
    suspect = now;
  }

  /** Sends a control frame. */
  public void send(FrameType type, MessageLite message) {
    outgoing.control(type, label, message);
  }

  /** Sends the bytes of a segment that begin at an offset, with their checksum, and releases them. */
  public void sendData(long segment, long offset, ByteBuf bytes, int crc) {
    outgoing.data(new FrameHeader(FrameType.DATA, label, segment, offset, bytes.readableBytes()), bytes, crc);
  }

  /** Returns whether the far end can restore compressed chunks. */
  public boolean restores() {
    return able.contains(Capability.COMPRESSED_CHUNKS);
  }

  /** Returns whether the far end has reported a capability in its answer. */
  boolean able(Capability capability) {
    return able.contains(capability);
  }

  /** Sends the bytes of a segment that begin at an offset as a compressed chunk, and releases the chunk. */
  public void sendCompressed(long segment, long offset, CompressedChunk chunk) {
    outgoing.data(new FrameHeader(FrameType.COMPRESSED, chunk.plainBytes(), segment, offset, chunk.wireBytes()), chunk.payload(),
        chunk.crc());
  }

  /** Records whether unacknowledged bytes are under way on the tunnel. */
  public void awaiting(boolean now) {
    awaiting = now;
  }

  /** Returns whether bytes are under way on the tunnel, so that its far end owes an acknowledgement. */
  boolean isAwaiting() {
    return awaiting;
  }

  /**
   * Records the size of the tunnel's chunks. The far end may acknowledge only as often as chunks are sent. At most two chunks may wait for
   * the tunnel's socket, as bytes that wait there cannot go by faster paths.
   *
   * @param nanos how long a chunk takes at the tunnel's rate
   */
  public void chunk(int bytes, long nanos) {
    chunkNanos = nanos;
    if (bytes != chunkBytes) {
      chunkBytes = bytes;
      channel.config().setWriteBufferWaterMark(WaterMarks.ofChunks(bytes));
    }
  }

  long chunkNanos() {
    return chunkNanos;
  }

  /** Closes the tunnel. Its listener receives the reason. */
  public void close(String reason) {
    closeReason = reason;
    channel.close().addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  String closeReason() {
    return closeReason.isEmpty() ? EndSide.closeReason(channel, "connection closed by the other end") : closeReason;
  }

  @Override
  public String toString() {
    return path + "#" + label + (opener ? "" : " (far end)");
  }
}
