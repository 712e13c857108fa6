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
 * One end of an established tunnel, or of one of its connections, if it has several. Data travels from the opener to the far end;
 * acknowledgements and control frames travel both ways. May be used from any thread; frames go out in the order in which one thread
 * sends them, flushed by the channel's {@link FlushSoon}.
 */
public final class Tunnel {
  private static final Probe FILLER = Probe.newBuilder().setFiller(ByteString.copyFrom(new byte[32 << 10])).build();
  /** So many that a connection at 1 Gbit/s is full until the next time, 10 ms later. */
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
   * Who is at the other end.
   *
   * @param able what it can do that others of its version cannot
   */
  record Peer(AgentId agent, long session, Set<Capability> able) {
    /** One that opens tunnels, so that no chunk goes to it: it has not said what it can do. */
    static Peer opener(AgentId agent, long session) {
      return new Peer(agent, session, Set.of());
    }

    /**
     * Who answered.
     *
     * @throws IllegalArgumentException if its site or name is none
     */
    static Peer of(TunnelWelcome welcome) {
      return new Peer(AgentId.of(welcome.getSite(), welcome.getAgent()), welcome.getSession(),
          Capability.of(welcome.getCapabilitiesList()));
    }
  }

  /** Its sites, from the opener to the far end. */
  public Path path() {
    return path;
  }

  /** Its number at its opener. */
  int label() {
    return label;
  }

  /** What is at the other end of its connection. */
  InetSocketAddress remoteAddress() {
    return (InetSocketAddress) channel.remoteAddress();
  }

  /** Measures its connection by itself, since it goes from end to end. Before any frame is handled. */
  void measureFrom(Channel measured) {
    Measurement own = new Measurement();
    own.count(measured);
    measurement = own;
  }

  /** What is measured of its connection, if that goes from end to end: others are measured with all that cross the same link. */
  Optional<Measurement> measurement() {
    return Optional.ofNullable(measurement);
  }

  /** Whether this end opened it, so that data may be sent on it from here. */
  public boolean isOpener() {
    return opener;
  }

  /** Whether other sites pass it on. */
  boolean isPiped() {
    return path.sites().size() > 2 && measurement == null;
  }

  /** What became of its connection's mark, if it was opened here and the far end has said so. */
  Optional<ArrivedMark> mark() {
    return EndSide.mark(channel);
  }

  /** Which link that it crosses is silent, in words, if one is. */
  public Optional<String> linkSilence() {
    return EndSide.silence(channel);
  }

  /** The site at the other end. */
  public SiteId peerSite() {
    return opener ? path.to() : path.from();
  }

  /** The agent at the other end. */
  public AgentId peerAgent() {
    return peerAgent;
  }

  /** The session of the agent at the other end: another one means that it has forgotten everything. */
  public long peerSession() {
    return peerSession;
  }

  /** The last measured round trip in nanoseconds; 0 before the first. */
  public long rttNanos() {
    return rttNanos;
  }

  /**
   * The least round trip of late, in nanoseconds: what the path takes without queues of our own making. 0 before the first is
   * known.
   */
  public long leastRttNanos() {
    return leastRttNanos;
  }

  /** Notes a measurement. On the channel's loop. */
  void rttNanos(long nanos) {
    rttNanos = nanos;
    leastRttNanos = leastRtt.add(nanos);
  }

  /** How many probes its far end has answered. */
  public long answeredProbes() {
    return answeredProbes.get();
  }

  /** Asks its far end for an answer. */
  void probe(long nowNanos) {
    probes.sent(nowNanos);
    send(FrameType.PING, Probe.newBuilder().setSentNanos(nowNanos).setRttMicros(TimeUnit.NANOSECONDS.toMicros(rttNanos)).build());
  }

  /** Whether it may be filled for a look at its link: it crosses no other, and its far end takes that. */
  boolean isFillable() {
    return opener && path.sites().size() == 2 && able.contains(Capability.LINK_FILLER);
  }

  /** Sends filler, which the far end throws away, as much as it takes now; or sends no more of it. */
  void fill(boolean goOn) {
    filling = goOn;
    for (int i = 0; goOn && isWritable() && i < FILLERS_AT_ONCE; i++) {
      send(FrameType.PING, FILLER);
    }
  }

  /** Whether chunks or filler are under way on it. */
  boolean isBusy() {
    return awaiting || filling;
  }

  /** A probe of that time is said to be answered; whether it was sent, and this is the first answer. */
  boolean answered(long sentNanos) {
    boolean first = probes.answered(sentNanos);
    answeredProbes.addAndGet(first ? 1 : 0);
    return first;
  }

  /** Whether more may be sent on it: there is room in its buffers, and it is still planned. */
  public boolean isWritable() {
    return !retired && channel.isWritable();
  }

  /** It is no longer planned: nothing new is sent on it, and it closes when what is under way has arrived. */
  void retire() {
    retired = true;
  }

  /** Whether it is no longer planned. */
  public boolean isRetired() {
    return retired;
  }

  /** Whether it still stands. */
  public boolean isOpen() {
    return channel.isActive();
  }

  /** Whether it is open, but nothing has been heard of it for too long: nothing new is to be sent on it. */
  public boolean isSuspect() {
    return suspect;
  }

  /** Notes whether it is suspect. On the channel's loop. */
  void suspect(boolean now) {
    suspect = now;
  }

  /** Sends a control frame. */
  public void send(FrameType type, MessageLite message) {
    outgoing.control(type, label, message);
  }

  /** Sends the bytes of a segment that begin at an offset, and releases them; their checksum is known already. */
  public void sendData(long segment, long offset, ByteBuf bytes, int crc) {
    outgoing.data(new FrameHeader(FrameType.DATA, label, segment, offset, bytes.readableBytes()), bytes, crc);
  }

  /** Whether its far end restores compressed chunks. */
  public boolean restores() {
    return able.contains(Capability.COMPRESSED_CHUNKS);
  }

  /** Whether its far end, which answered it, has said that it can do something. */
  boolean able(Capability capability) {
    return able.contains(capability);
  }

  /** Sends the bytes of a segment that begin at an offset as a compressed chunk, and releases that. */
  public void sendCompressed(long segment, long offset, CompressedChunk chunk) {
    outgoing.data(new FrameHeader(FrameType.COMPRESSED, chunk.plainBytes(), segment, offset, chunk.wireBytes()), chunk.payload(),
        chunk.crc());
  }

  /** Notes whether bytes are under way on it that have not been acknowledged. */
  public void awaiting(boolean now) {
    awaiting = now;
  }

  /** Whether bytes are under way on it, so that its far end owes an answer. */
  boolean isAwaiting() {
    return awaiting;
  }

  /**
   * Notes what goes at a time on it: its far end acknowledges as seldom, and two of them may wait for its socket, as what waits there is
   * lost to faster paths.
   *
   * @param nanos how long that takes at its rate
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

  /** Closes it; the reason is what its listener gets. */
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
