package dev.terra.lab.security;

import dev.terra.api.tls.PeerIdentity;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ControllerGrpc;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.JobMasterHello;
import dev.terra.api.v1.JobMasterNews;
import dev.terra.api.v1.JobMasterRequest;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.ShufflesGrpc;
import dev.terra.api.v1.SiteAgentGrpc;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.certs.IssuedCertificate;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Attempts at the gRPC ports: to impersonate a handler, an agent, or a job master, and to end another user's job. */
final class StreamAttempts {
  private static final String SITE_PORT = "site port (7201)";
  private static final String CONTROLLER_PORT = "controller (7100)";
  private static final int PATIENCE_SECONDS = 10;

  private final SecurityBed bed;

  StreamAttempts(SecurityBed bed) {
    this.bed = bed;
  }

  /** Returns all attempts. */
  List<Attempt> all() {
    Papers papers = bed.papers();
    String node = SecurityBed.nodeIp("B");
    return List.of(
        new Attempt(SITE_PORT, "attach: a container on a node's host, without TLS", () -> handler(Optional.empty(), node, node, "")),
        new Attempt(SITE_PORT, "attach: without a certificate", () -> handler(Optional.of(anonymous()), node, node, "")),
        new Attempt(SITE_PORT, "attach: an expired certificate", () -> handler(papers.expired(PeerIdentity.node("B")), node, node, "")),
        new Attempt(SITE_PORT, "attach: another authority's certificate",
            () -> handler(papers.foreign(PeerIdentity.node("B")), node, node, "")),
        new Attempt(SITE_PORT, "attach: a certificate of another site's nodes",
            () -> handler(papers.of(PeerIdentity.node("C")), node, node, "")),
        new Attempt(SITE_PORT, "attach: an agent's certificate", () -> handler(papers.of(PeerIdentity.site("B")), node, node, "")),
        new Attempt(SITE_PORT, "forge: a node that says it is another",
            () -> handler(papers.of(PeerIdentity.node("B")), "127.81.2.66", node, "")),
        new Attempt(SITE_PORT, "end a job: of which the node told nothing", this::endJob),
        new Attempt(CONTROLLER_PORT, "attach: without TLS", () -> agent(Optional.empty(), "A")),
        new Attempt(CONTROLLER_PORT, "attach: without a certificate", () -> agent(Optional.of(anonymous()), "A")),
        new Attempt(CONTROLLER_PORT, "attach: an expired certificate",
            () -> agent(Optional.of(credentials(papers.expired(PeerIdentity.site("A")))), "A")),
        new Attempt(CONTROLLER_PORT, "forge: an agent of another site",
            () -> agent(Optional.of(credentials(papers.of(PeerIdentity.site("C")))), "A")),
        new Attempt(CONTROLLER_PORT, "forge: a node as an agent",
            () -> agent(Optional.of(credentials(papers.of(PeerIdentity.node("A")))), "A")),
        new Attempt(CONTROLLER_PORT, "submit: an agent as a job master", () -> jobMaster(papers.of(PeerIdentity.site("A")))));
  }

  private static ChannelCredentials anonymous() {
    return TlsChannelCredentials.newBuilder().trustManager(Papers.credulous()).build();
  }

  private ChannelCredentials credentials(IssuedCertificate own) throws IOException {
    return bed.papers().channel(own);
  }

  private TrialOutcome handler(IssuedCertificate own, String from, String claimed, String ends) throws IOException, InterruptedException {
    return handler(Optional.of(credentials(own)), from, claimed, ends);
  }

  private TrialOutcome handler(Optional<ChannelCredentials> credentials, String from, String claimed, String ends)
      throws InterruptedException {
    HandlerMessage hello = HandlerMessage.newBuilder().setHello(HandlerHello.newBuilder().setProtocolVersion(ProtocolVersions.SITE.newest())
        .setHost("hostile").setIp(claimed).setShufflePort(1).setSegmentPort(1).setService("hostile")).build();
    HandlerMessage end = HandlerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(ends)).build();
    Channel channel = new Channel(credentials, from, bed.handlers("B"));
    return channel.attempt(answers -> SiteAgentGrpc.newStub(channel.channel).attach(answers),
        ends.isEmpty() ? List.of(hello) : List.of(hello, end),
        AgentMessage::hasWelcome);
  }

  /** Ends the job of a node that may attach. The attempt is refused if the job is still served afterwards. */
  private TrialOutcome endJob() throws IOException, InterruptedException {
    TrialOutcome attached = handler(bed.papers().of(PeerIdentity.node("B")), "127.81.2.66", "127.81.2.66", BedNode.JOB);
    if (attached.refused()) {
      return TrialOutcome.served("the node could not attach, so nothing was tried: " + attached.words());
    }
    long bytes = new HonestReader(bed).read(2, 1).bytes();
    return bytes == BedNode.PART_BYTES ? TrialOutcome.refused("the job is still served") : TrialOutcome.served("the job is over");
  }

  private TrialOutcome agent(Optional<ChannelCredentials> credentials, String site) throws InterruptedException {
    AgentReport hello = AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(ProtocolVersions.CONTROL.newest())
        .setSite(site).setAgent("hostile").setSession(1)).build();
    Channel channel = new Channel(credentials, "127.0.0.1", bed.controllerAddress());
    return channel.attempt(answers -> ControllerGrpc.newStub(channel.channel).attach(answers), List.of(hello),
        ControllerMessage::hasWelcome);
  }

  private TrialOutcome jobMaster(IssuedCertificate own) throws IOException, InterruptedException {
    JobMasterRequest hello = JobMasterRequest.newBuilder().setHello(JobMasterHello.newBuilder().setProtocolVersion(1)).build();
    Channel channel = new Channel(Optional.of(credentials(own)), "127.0.0.1", bed.controllerAddress());
    return channel.attempt(answers -> ShufflesGrpc.newStub(channel.channel).attach(answers), List.of(hello),
        JobMasterNews::hasWelcome);
  }

  /** A connection of a hostile process, for one call. */
  private static final class Channel {
    private final ManagedChannel channel;

    Channel(Optional<ChannelCredentials> credentials, String from, InetSocketAddress to) {
      channel = NettyChannelBuilder.forAddress(to, credentials.orElseGet(InsecureChannelCredentials::create))
          .localSocketPicker(new From(new InetSocketAddress(from, 0))).build();
    }

    /** Sends some messages, and waits for a welcome or the end. */
    <Q, A> TrialOutcome attempt(Function<StreamObserver<A>, StreamObserver<Q>> call, List<Q> said, Function<A, Boolean> isWelcome)
        throws InterruptedException {
      BlockingQueue<TrialOutcome> outcomes = new LinkedBlockingQueue<>();
      try {
        StreamObserver<Q> stream = call.apply(new StreamObserver<>() {
          @Override
          public void onNext(A answer) {
            if (isWelcome.apply(answer)) {
              outcomes.add(TrialOutcome.served("welcomed"));
            }
          }

          @Override
          public void onError(Throwable error) {
            Status status = Status.fromThrowable(error);
            outcomes.add(TrialOutcome.refused(status.getCode() + " " + status.getDescription()));
          }

          @Override
          public void onCompleted() {
            outcomes.add(TrialOutcome.refused("the stream ended"));
          }
        });
        said.forEach(stream::onNext);
        TrialOutcome outcome = outcomes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        return outcome == null ? TrialOutcome.refused("no answer") : outcome;
      } finally {
        channel.shutdownNow();
      }
    }
  }

  /** Chooses the address from which the process connects. */
  private static final class From extends NettyChannelBuilder.LocalSocketPicker {
    private final SocketAddress address;

    From(SocketAddress address) {
      this.address = address;
    }

    @Override
    public SocketAddress createSocketAddress(SocketAddress remote, io.grpc.Attributes attributes) {
      return address;
    }
  }
}
