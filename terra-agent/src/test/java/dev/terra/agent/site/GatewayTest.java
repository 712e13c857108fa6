package dev.terra.agent.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Ticker;
import dev.terra.agent.send.Readers;
import dev.terra.agent.trace.FetchTraces;
import dev.terra.agent.trace.TraceSpan;
import dev.terra.agent.wire.OutputId;
import dev.terra.agent.wire.SegmentCopy;
import dev.terra.api.v1.AgentMessage;
import dev.terra.api.v1.HandlerDirectory;
import dev.terra.api.v1.HandlerHeartbeat;
import dev.terra.api.v1.HandlerHello;
import dev.terra.api.v1.HandlerLease;
import dev.terra.api.v1.HandlerMessage;
import dev.terra.api.v1.HandlerSpan;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.ShuffleCounters;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.api.v1.ShuffleEnded;
import dev.terra.api.v1.StockHandler;
import dev.terra.api.version.ProtocolVersions;
import dev.terra.core.shuffle.ShuffleId;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.Site;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.Wan;
import io.grpc.stub.StreamObserver;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests what other sites receive about the handlers of this site. */
class GatewayTest {
  private static final SiteId A = new SiteId("A");
  private static final String IP = "10.0.0.1";

  private final List<HandlerDirectory> told = new ArrayList<>();
  private final List<ShuffleId> over = new ArrayList<>();
  private long nanos;

  private final List<TraceSpan> spans = new ArrayList<>();
  private final Announcements announcements = new Announcements() {
    @Override
    public void ended(ShuffleId shuffle) {
      over.add(shuffle);
    }

    @Override
    public void handlers(HandlerDirectory directory) {
      told.add(directory);
    }
  };
  private final Outlook outlook = new Outlook() {
    @Override
    public double stockBytesPerSecond(SiteId site) {
      return 0;
    }

    @Override
    public double leastStockBytesPerSecond() {
      return 4e6;
    }

    @Override
    public String obstacle(ShuffleId shuffle, SiteId site) {
      return "";
    }
  };
  private final Ticker ticker = new Ticker() {
    @Override
    public long read() {
      return nanos;
    }
  };
  private final Wan wan = new Wan("test", List.of(new Site(A, "A", Optional.empty(), 1, List.of("10.0.0.0/24"))), List.of());
  private final TestSite site = new TestSite(outlook, true, ticker);
  private final Handlers handlers = site.handlers();
  private final SiteShuffles shuffles = site.shuffles();
  private final Gateway gateway = site.gateway(wan, FetchTraces.of(1, spans::add, Clock.systemUTC(), new Random(1)), announcements);

  private static final StreamObserver<AgentMessage> STREAM = new StreamObserver<>() {
    @Override
    public void onNext(AgentMessage message) {}

    @Override
    public void onError(Throwable cause) {}

    @Override
    public void onCompleted() {}
  };

  /**
   * A second hello on a stream ends the stream, and with it the handler that had attached on it. The end of that stream does not end a
   * handler that has attached on another one.
   */
  @Test
  void aStreamHasOneHandler() {
    Gateway.Session session = attach();
    session.handle(HandlerMessage.newBuilder().setHello(HandlerHello.newBuilder().setIp("10.0.0.2").setHost("other")
        .setProtocolVersion(ProtocolVersions.SITE.newest())).build());
    assertThat(handlers.isAttached("10.0.0.2")).isFalse();
    assertThat(handlers.isAttached(IP)).as("its stream has ended").isFalse();
    assertThat(attach()).isNotNull();
    assertThat(handlers.isAttached(IP)).isTrue();
    session.closed("its stream broke");
    assertThat(handlers.isAttached(IP)).as("another stream's end is none of it").isTrue();
  }

  private Gateway.Session attach() {
    Gateway.Session session = TestSite.session(gateway, STREAM, IP);
    session.handle(HandlerMessage.newBuilder().setHello(
        HandlerHello.newBuilder().setIp(IP).setHost("h").setShufflePort(13_562)
            .setProtocolVersion(ProtocolVersions.SITE.newest())).build());
    return session;
  }

  @Test
  void nothingIsSaidWhereThereAreNoHandlers() {
    gateway.tick();
    gateway.tick();
    assertThat(told).isEmpty();
  }

  @Test
  void theHandlersAreToldAgainAndAgain() {
    attach();
    gateway.tick();
    assertThat(told).hasSize(2).allSatisfy(message -> assertThat(message.getHandlersList()).singleElement()
        .satisfies(lease -> assertThat(lease.getIp()).isEqualTo(IP)));
  }

  @Test
  void thatTheLastOneHasGoneIsToldOnce() {
    attach();
    nanos += TimeUnit.SECONDS.toNanos(60);
    gateway.tick();
    assertThat(told).hasSize(2);
    assertThat(told.get(1).getHandlersList()).isEmpty();
    gateway.tick();
    assertThat(told).hasSize(2);
  }

  @Test
  void whatAHandlerTellsOfATracedFetchIsPassedOn() {
    attach().handle(HandlerMessage.newBuilder().setSpan(HandlerSpan.newBuilder()
        .setName("0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331").setKind(HandlerSpan.Kind.READ)).build());
    assertThat(spans).singleElement().satisfies(span -> assertThat(span.handler()).contains(IP));
  }

  /** After an agent's start its handlers come back, and a handler comes back after its own. Until then, what they have is not denied. */
  @Test
  void whatAHandlerMayStillTellIsAwaited() {
    SegmentCopy key = SegmentCopy.first(new ShuffleId("job_1_1"), OutputId.of(0), 0, IP);
    assertThat(shuffles.find(key).awaited()).isTrue();
    nanos += Handlers.RETURN_NANOS;
    assertThat(shuffles.find(key).awaited()).isFalse();
    Gateway.Session session = attach();
    assertThat(shuffles.find(key).awaited()).isTrue();
    nanos += Handlers.RETURN_NANOS;
    assertThat(shuffles.find(key).awaited()).isFalse();
    session.closed("killed");
    assertThat(shuffles.find(key).awaited()).isTrue();
    site.decisions().end(key.shuffle());
    assertThat(shuffles.find(key).awaited()).isFalse();
  }

  @Test
  void aHandlerOfAnotherVersionIsRefusedWithBothVersions() {
    List<Throwable> refusals = new ArrayList<>();
    Gateway.Session session = TestSite.session(gateway, new StreamObserver<>() {
      @Override
      public void onNext(AgentMessage message) {}

      @Override
      public void onError(Throwable cause) {
        refusals.add(cause);
      }

      @Override
      public void onCompleted() {}
    }, IP);
    session.handle(HandlerMessage.newBuilder().setHello(HandlerHello.newBuilder().setIp(IP).setProtocolVersion(3)).build());
    assertThat(refusals).singleElement().satisfies(refusal ->
        assertThat(refusal).hasMessageContaining("speaks versions 6 to 7").hasMessageContaining("the handler version 3"));
    assertThat(handlers.all()).isEmpty();
    assertThat(known().stockReason()).contains("speaks versions 6 to 7", "the handler version 3");
  }

  @Test
  void handlersOfTheVersionBeforeAndAfterAreWelcomedInTheirs() {
    assertThat(List.of(welcomed(6, 0), welcomed(6, 7), welcomed(7, 8))).containsExactly(6, 7, 7);
  }

  private int welcomed(int oldest, int newest) {
    List<AgentMessage> heard = new ArrayList<>();
    Gateway.Session session = TestSite.session(gateway, new StreamObserver<>() {
      @Override
      public void onNext(AgentMessage message) {
        heard.add(message);
      }

      @Override
      public void onError(Throwable cause) {
        throw new AssertionError(cause);
      }

      @Override
      public void onCompleted() {}
    }, IP);
    session.handle(HandlerMessage.newBuilder().setHello(
        HandlerHello.newBuilder().setIp(IP).setHost("h").setShufflePort(13_562)
            .setProtocolVersion(oldest).setNewestVersion(newest)).build());
    return heard.get(0).getWelcome().getProtocolVersion();
  }

  private HandlerState known() {
    assertThat(handlers.states().all()).hasSize(1);
    return handlers.states().all().iterator().next();
  }

  private Gateway.Session stock(List<AgentMessage> heard) {
    Gateway.Session session = TestSite.session(gateway, new StreamObserver<>() {
      @Override
      public void onNext(AgentMessage message) {
        heard.add(message);
      }

      @Override
      public void onError(Throwable cause) {}

      @Override
      public void onCompleted() {}
    }, IP);
    session.handle(HandlerMessage.newBuilder().setStock(StockHandler.newBuilder()
        .setIp(IP).setHost("h").setReason("the shuffle is encrypted").setProtocolVersion(ProtocolVersions.SITE.newest())).build());
    return session;
  }

  @Test
  void aStockHandlerIsKnownWithItsReasonAndNobodyIsSentToIt() {
    List<AgentMessage> heard = new ArrayList<>();
    Gateway.Session session = stock(heard);
    gateway.tick();
    assertThat(known().stockReason()).isEqualTo("the shuffle is encrypted");
    assertThat(heard).extracting(AgentMessage::getMessageCase)
        .containsExactly(AgentMessage.MessageCase.WELCOME, AgentMessage.MessageCase.HEARTBEAT);
    assertThat(handlers.all()).isEmpty();
    assertThat(told).isEmpty();
    session.closed("it detached");
    assertThat(known().stockReason()).isEqualTo("it is not attached to this site's agent: it detached");
  }

  @Test
  void aStockHandlerThatFallsSilentIsNotAttachedAnyMore() {
    Gateway.Session session = stock(new ArrayList<>());
    nanos += TimeUnit.SECONDS.toNanos(4);
    session.handle(HandlerMessage.newBuilder().setHeartbeat(HandlerHeartbeat.getDefaultInstance()).build());
    nanos += TimeUnit.SECONDS.toNanos(4);
    gateway.tick();
    assertThat(known().stockReason()).isEqualTo("the shuffle is encrypted");
    nanos += TimeUnit.SECONDS.toNanos(60);
    gateway.tick();
    assertThat(known().stockReason()).isEqualTo("it is not attached to this site's agent: no heartbeat");
  }

  @Test
  void aHandlerIsStockWhileItIsSilentAndAfterItHasGoneUntilThatIsForgotten() {
    Gateway.Session session = attach();
    assertThat(known().stockReason()).isEmpty();
    nanos += Handlers.LEASE_NANOS + 1;
    gateway.tick();
    assertThat(known().stockReason()).startsWith("it has sent nothing for ");
    session.handle(HandlerMessage.newBuilder().setHeartbeat(HandlerHeartbeat.newBuilder()
        .setCounters(ShuffleCounters.newBuilder().setFallbacks(7))).build());
    gateway.tick();
    assertThat(known().stockReason()).isEmpty();
    assertThat(known().counters().getFallbacks()).isEqualTo(7);
    assertThat(known().sinceNanos()).isEqualTo(nanos);
    session.closed("killed");
    assertThat(known().stockReason()).isEqualTo("it is not attached to this site's agent: killed");
    nanos += TimeUnit.HOURS.toNanos(1) + 1;
    gateway.tick();
    assertThat(handlers.states().all()).isEmpty();
  }

  private static HandlerMessage describe(String shuffle, ReadersOrder order) {
    return HandlerMessage.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle(shuffle).setOrder(order)).build();
  }

  @Test
  void readersHaveTheOrderThatTheirHandlerSays() {
    Gateway.Session session = attach();
    session.handle(describe("an edge", ReadersOrder.IN_ORDER));
    session.handle(describe("job_1_1_dag_1_vertex_00_parts_4", ReadersOrder.IN_TURN));
    assertThat(shuffles.readers(new ShuffleId("an edge"))).isEqualTo(Readers.IN_ORDER);
    assertThat(shuffles.readers(new ShuffleId("job_1_1_dag_1_vertex_00_parts_4"))).isEqualTo(Readers.IN_TURN);
    assertThat(shuffles.readers(new ShuffleId("unknown"))).isEqualTo(Readers.IN_TURN);
    TestSite never = new TestSite(outlook, false, ticker);
    never.decisions().describe(IP, shuffles.descriptor(new ShuffleId("an edge")).orElseThrow());
    assertThat(never.shuffles().readers(new ShuffleId("an edge"))).isEqualTo(Readers.IN_TURN);
  }

  /** The hello comes from a container on one host that pretends to be the handler of another. */
  @Test
  void aHandlerIsTakenInOnlyFromItsOwnAddress() {
    Gateway.Session session = TestSite.session(gateway, STREAM, "10.0.0.2");
    session.handle(hello());
    assertThat(handlers.all()).isEmpty();
  }

  private static HandlerMessage hello() {
    return HandlerMessage.newBuilder().setHello(
        HandlerHello.newBuilder().setIp(IP).setHost("h").setShufflePort(13_562).setProtocolVersion(ProtocolVersions.SITE.newest())).build();
  }

  @Test
  void aHandlerEndsOnlyWhatItToldOf() {
    Gateway.Session session = attach();
    session.handle(describe("told", ReadersOrder.IN_TURN));
    session.handle(ended("told"));
    session.handle(ended("another's"));
    assertThat(over).containsExactly(new ShuffleId("told"));
  }

  private static HandlerMessage ended(String shuffle) {
    return HandlerMessage.newBuilder().setEnded(ShuffleEnded.newBuilder().setShuffle(shuffle)).build();
  }

  @Test
  void anAgentNamesHandlersOfItsOwnSiteOnly() {
    AgentId other = new AgentId(new SiteId("B"), "b");
    gateway.directory(other, HandlerDirectory.newBuilder()
        .addHandlers(HandlerLease.newBuilder().setIp(IP).setShufflePort(1)).build());
    assertThat(site.events().newest()).anySatisfy(event -> assertThat(event.toString()).contains("B").contains("1 handlers"));
  }

  private Gateway.Session attach(String ip, String service) {
    Gateway.Session session = TestSite.session(gateway, STREAM, IP);
    session.handle(HandlerMessage.newBuilder().setHello(HandlerHello.newBuilder().setIp(ip).setHost("h").setService(service)
        .setProtocolVersion(ProtocolVersions.SITE.newest())).build());
    return session;
  }

  @Test
  void aNodeHasSomeServicesAndNoMore() {
    for (int number = 0; number <= HandlerStates.MOST_SERVICES; number++) {
      attach(IP, "service" + number);
    }
    assertThat(handlers.all()).hasSize(HandlerStates.MOST_SERVICES);
    assertThat(attach(IP, "service0")).as("one that is there may attach again").isNotNull();
    assertThat(handlers.all()).hasSize(HandlerStates.MOST_SERVICES);
  }

  /** Services that come and go, or are refused, push out only what is kept about their own node. No node can report for another address. */
  @Test
  void whatPeopleSeeOfANodeIsWhatItSaysItself() {
    attach();
    for (int number = 0; number < 100; number++) {
      attach(IP, "service" + number).closed("it detached");
    }
    attach("10.0.0.2", "").closed("it detached");
    assertThat(handlers.states().all()).hasSize(HandlerStates.MOST_SERVICES).allMatch(state -> state.name().ip().equals(IP));
  }

  @Test
  void aNodeDoesNotTakeTheDoorOfOthersByAttachingInSilence() {
    List<Throwable> refusals = new ArrayList<>();
    StreamObserver<AgentMessage> listening = new StreamObserver<>() {
      @Override
      public void onNext(AgentMessage message) {}

      @Override
      public void onError(Throwable cause) {
        refusals.add(cause);
      }

      @Override
      public void onCompleted() {}
    };
    for (int number = 0; number < 2_000; number++) {
      TestSite.session(gateway, listening, IP).begin();
    }
    assertThat(refusals).hasSizeBetween(1_900, 1_999);
    refusals.clear();
    TestSite.session(gateway, listening, "10.0.0.2").begin();
    assertThat(refusals).isEmpty();
  }

  @Test
  void namesThatAreTooLongAreRefused() {
    assertThatThrownBy(() -> attach(IP, "s".repeat(1_000))).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("253");
  }

  /** A handler's report that the stock path served a shuffle counts only if the handler has described the shuffle. */
  @Test
  void whatTheStockPathServedIsTheHandlersOwn() {
    Gateway.Session session = attach();
    session.handle(describe("its own", ReadersOrder.IN_TURN));
    session.handle(HandlerMessage.newBuilder().setHeartbeat(HandlerHeartbeat.newBuilder().addServed("its own").addServed("another's")
        .addServed("x".repeat(1_000)).addServed("")).build());
    assertThat(gateway.served().take()).containsExactly("its own");
  }
}
