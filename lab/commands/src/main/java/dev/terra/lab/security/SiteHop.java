package dev.terra.lab.security;

import dev.terra.api.checksum.SegmentChecksum;
import dev.terra.api.proof.ReadProof;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.node.agent.AgentAddress;
import dev.terra.testbed.Labelled;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.CRC32C;

/** A handler's endpoint and a reader in an agent's place, both in this process, with one connection between them. */
final class SiteHop implements AutoCloseable {
  /** The largest range for which a handler sends a checksum. For a range that is a byte longer it sends none. */
  static final int PIECE_BYTES = 4 << 20;

  private static final String NODE_IP = "127.82.1.10";
  private static final String AGENT_IP = "127.82.1.200";
  private static final long SESSION = 7;
  private static final int BUFFER_BYTES = 256 << 10;
  private static final String SEGMENT = "/v1/segment?job=" + BedNode.JOB + "&map=" + BedNode.OUTPUT + "&reduce=0&count="
      + BedNode.PARTITIONS;

  private final BedNode node;
  private final Socket socket;
  private final InputStream in;
  private final Mode mode;
  private final byte[] buffer = new byte[BUFFER_BYTES];

  /** The ways to read. */
  enum Mode implements Labelled {
    PLAIN(false, false), CHECKSUMS(false, true), TLS(true, false), TLS_AND_CHECKSUMS(true, true);

    private final boolean tls;
    private final boolean checksums;

    Mode(boolean tls, boolean checksums) {
      this.tls = tls;
      this.checksums = checksums;
    }
  }

  /** The cost of reading some bytes. */
  record Turn(long bytes, double seconds, double cpuSeconds) {}

  private SiteHop(BedNode node, Socket socket, Mode mode) throws IOException {
    this.node = node;
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
    this.mode = mode;
  }

  /** Opens a hop, with its files in a directory. */
  static SiteHop open(Path directory, Mode mode) throws IOException {
    Path data = directory.resolve("output");
    if (!Files.exists(data)) {
      Files.write(data, new byte[BedNode.PARTITIONS * BedNode.PART_BYTES]);
    }
    Papers papers = new Papers(directory.resolve(mode.label() + "-" + System.nanoTime()));
    AgentAddress agent = new AgentAddress(InetAddress.getByName(AGENT_IP), 1);
    BedNode node = mode.tls ? new BedNode(NODE_IP, agent, papers.files(PeerIdentity.node("A")), data)
        : BedNode.insecure(NODE_IP, agent, data);
    Socket socket = HostileClient.connect(AGENT_IP, new InetSocketAddress(NODE_IP, node.segmentPort()),
        mode.tls ? Optional.of(Papers.context(Optional.of(papers.of(PeerIdentity.site("A"))))) : Optional.empty());
    return new SiteHop(node, socket, mode);
  }

  /** Reads the given number of bytes or somewhat more. */
  Turn read(long bytes) throws IOException {
    var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long startNanos = System.nanoTime();
    long startCpu = system.getProcessCpuTime();
    int length = mode.checksums ? PIECE_BYTES : PIECE_BYTES + 1;
    int last = BedNode.PARTITIONS * BedNode.PART_BYTES - length;
    long done = 0;
    for (int at = 0; done < bytes; at = at + length > last ? 0 : at + length) {
      piece(at, length);
      done += length;
    }
    return new Turn(done, (System.nanoTime() - startNanos) / 1e9, (system.getProcessCpuTime() - startCpu) / 1e9);
  }

  private void piece(int at, int length) throws IOException {
    ReadProof proof = ReadProof.make(ShuffleKey.of(BedNode.SECRET, BedNode.JOB, SESSION), SEGMENT, SESSION, Instant.now());
    String request = "GET " + SEGMENT + " HTTP/1.1\r\nHost: x\r\n" + ReadProof.FIELD + ": " + proof + "\r\nRange: bytes=" + at + "-"
        + (at + length - 1) + "\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    OptionalInt expected = head();
    if (expected.isPresent() != mode.checksums) {
      throw new IOException("the handler gave " + (expected.isPresent() ? "a" : "no") + " checksum of " + length + " bytes");
    }
    CRC32C crc = new CRC32C();
    for (int left = length; left > 0;) {
      int count = in.read(buffer, 0, Math.min(left, buffer.length));
      if (count < 0) {
        throw new EOFException(left + " bytes of " + length + " are missing");
      }
      if (mode.checksums) {
        crc.update(buffer, 0, count);
      }
      left -= count;
    }
    if (expected.isPresent() && expected.getAsInt() != (int) crc.getValue()) {
      throw new IOException("a piece is not what its checksum says");
    }
  }

  /** Reads the head of an answer, and returns the checksum that it contains. */
  private OptionalInt head() throws IOException {
    String status = line();
    if (!status.startsWith("HTTP/1.1 206")) {
      throw new IOException("the handler answers '" + status + "'");
    }
    OptionalInt checksum = OptionalInt.empty();
    for (String field = line(); !field.isEmpty(); field = line()) {
      String[] parts = field.split(":", 2);
      if (parts[0].equalsIgnoreCase(SegmentChecksum.FIELD)) {
        checksum = SegmentChecksum.parse(parts[1].strip());
      }
    }
    return checksum;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    node.close();
  }
}
