package dev.terra.lab.security;

import dev.terra.api.proof.FetchProofs;
import dev.terra.api.proof.ReadProof;
import dev.terra.api.proof.ShuffleKey;
import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.FetchRequest;
import dev.terra.certs.IssuedCertificate;
import dev.terra.lab.security.HostileClient.Answer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** Attempts to read a job's bytes at the fetch port of the reader's agent, and at the segment port of the node that has them. */
final class HttpAttempts {
  private static final String FETCH_PORT = "fetch port (7202)";
  private static final String SEGMENT_PORT = "segment port (13563)";
  private static final byte[] ANOTHER_JOBS = "another job's secret".getBytes(StandardCharsets.UTF_8);
  private static final String POST = "POST /v1/fetch HTTP/1.1";

  private final SecurityBed bed;
  private final String node = SecurityBed.nodeIp("B");
  private final FetchRequest request = BedNode.fetch(SecurityBed.nodeIp("A"), 0, 1);

  HttpAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  private static Optional<SSLContext> with(IssuedCertificate own) {
    return Optional.of(Papers.context(Optional.of(own)));
  }

  private Optional<SSLContext> nodeOfB() {
    return with(bed.papers().of(PeerIdentity.node("B")));
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    byte[] proven = bed.node("B").prove(request).toByteArray();
    long session = bed.node("B").route().session();
    FetchRequest ofAnotherJob = with(request, session, ANOTHER_JOBS, Instant.now());
    FetchRequest old = with(request, session, BedNode.SECRET, Instant.now().minus(Duration.ofDays(1)));
    FetchRequest changed = BedNode.fetch(SecurityBed.nodeIp("A"), 1, 1).toBuilder()
        .setProof(bed.node("B").prove(request).getProof()).build();
    FetchRequest ofAnotherSession = with(request, session + 1, BedNode.SECRET, Instant.now());
    return List.of(
        new Attempt(FETCH_PORT, "read: a container on a node's host, without TLS", () -> fetch(node, Optional.empty(), proven)),
        new Attempt(FETCH_PORT, "read: without a certificate", () -> fetch(node, Optional.of(Papers.context(Optional.empty())), proven)),
        new Attempt(FETCH_PORT, "read: an expired certificate",
            () -> fetch(node, with(bed.papers().expired(PeerIdentity.node("B"))), proven)),
        new Attempt(FETCH_PORT, "read: another authority's certificate",
            () -> fetch(node, with(bed.papers().foreign(PeerIdentity.node("B"))), proven)),
        new Attempt(FETCH_PORT, "read: a certificate of another site's nodes",
            () -> fetch(node, with(bed.papers().of(PeerIdentity.node("C"))), proven)),
        new Attempt(FETCH_PORT, "read: a client's certificate", () -> fetch(node, with(bed.papers().of(PeerIdentity.client("x"))), proven)),
        new Attempt(FETCH_PORT, "read: a node's certificate, without a proof", () -> fetch(node, nodeOfB(), request.toByteArray())),
        new Attempt(FETCH_PORT, "forge: a proof by another job's secret", () -> fetch(node, nodeOfB(), ofAnotherJob.toByteArray())),
        new Attempt(FETCH_PORT, "replay: a proof that has expired", () -> fetch(node, nodeOfB(), old.toByteArray())),
        new Attempt(FETCH_PORT, "replay: a proof from another address", () -> fetch("127.81.2.66", nodeOfB(), proven)),
        new Attempt(FETCH_PORT, "replay: a proof for other segments", () -> fetch(node, nodeOfB(), changed.toByteArray())),
        new Attempt(FETCH_PORT, "replay: a proof for another run of the agent",
            () -> fetch(node, nodeOfB(), ofAnotherSession.toByteArray())),
        new Attempt(FETCH_PORT, "forge: what is no message", () -> fetch(node, nodeOfB(), new byte[] {1, 2, 3})),
        new Attempt(SEGMENT_PORT, "read: a container on the agent's host, without TLS",
            () -> segment(SecurityBed.agentIp("A"), Optional.empty(), "")),
        new Attempt(SEGMENT_PORT, "read: without a certificate",
            () -> segment(SecurityBed.agentIp("A"), Optional.of(Papers.context(Optional.empty())), "")),
        new Attempt(SEGMENT_PORT, "read: another site's certificate",
            () -> segment(SecurityBed.agentIp("A"), with(bed.papers().of(PeerIdentity.site("B"))), "")),
        new Attempt(SEGMENT_PORT, "read: an agent that was taken over, without the job's key",
            () -> segment(SecurityBed.agentIp("A"), agentOfA(), "")),
        new Attempt(SEGMENT_PORT, "forge: a proof by another job's secret",
            () -> segment(SecurityBed.agentIp("A"), agentOfA(), read(ANOTHER_JOBS, line(0), Instant.now()))),
        new Attempt(SEGMENT_PORT, "replay: a proof for another segment",
            () -> segment(SecurityBed.agentIp("A"), agentOfA(), read(BedNode.SECRET, line(1), Instant.now()))),
        new Attempt(SEGMENT_PORT, "replay: a proof that has expired",
            () -> segment(SecurityBed.agentIp("A"), agentOfA(), read(BedNode.SECRET, line(0), Instant.now().minus(Duration.ofDays(1))))),
        new Attempt(SEGMENT_PORT, "read: from an address that is no agent's",
            () -> segment("127.81.1.66", agentOfA(), read(BedNode.SECRET, line(0), Instant.now()))));
  }

  private Optional<SSLContext> agentOfA() {
    return with(bed.papers().of(PeerIdentity.site("A")));
  }

  private static FetchRequest with(FetchRequest request, long session, byte[] secret, Instant when) {
    return request.toBuilder().setProof(FetchProofs.make(secret, request, session, SecurityBed.nodeIp("B"), when)).build();
  }

  private static String line(int partition) {
    return "/v1/segment?job=" + BedNode.JOB + "&map=" + BedNode.OUTPUT + "&reduce=" + partition;
  }

  private static String read(byte[] secret, String line, Instant when) {
    return "\r\n" + ReadProof.FIELD + ": " + ReadProof.make(ShuffleKey.of(secret, BedNode.JOB, 1), line, 1, when);
  }

  private TrialOutcome fetch(String from, Optional<SSLContext> tls, byte[] body) throws IOException {
    return ask(from, bed.fetches("B"), tls, POST, body);
  }

  private TrialOutcome segment(String from, Optional<SSLContext> tls, String fields) throws IOException {
    return ask(from, bed.segments("A"), tls, "GET " + line(0) + " HTTP/1.1" + fields, new byte[0]);
  }

  private static TrialOutcome ask(String from, InetSocketAddress port, Optional<SSLContext> tls, String head, byte[] body)
      throws IOException {
    try (Socket socket = HostileClient.connect(from, port, tls)) {
      Answer answer = HostileClient.ask(socket, head, body);
      return answer.status() < 300 ? TrialOutcome.served(answer.words()) : TrialOutcome.refused(answer.words());
    }
  }
}
