package dev.terra.agent.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ticker;
import dev.terra.agent.site.ServedByStock;
import dev.terra.agent.site.TestHandlers;
import dev.terra.agent.stats.Events;
import dev.terra.agent.support.Await;
import dev.terra.agent.support.FakeController;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.ControllerWelcome;
import dev.terra.api.v1.Epoch;
import dev.terra.api.v1.SiteTunnels;
import dev.terra.api.version.Capability;
import dev.terra.core.view.FetchWaits;
import dev.terra.core.wan.AgentId;
import io.grpc.InsecureChannelCredentials;
import io.netty.channel.DefaultEventLoop;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what an agent does with messages of controllers that lead, and of controllers that do not lead any more. */
@Timeout(60)
class ControlClientTest {
  private static final String WELCOME = "welcome of term " + FakeController.TERM;
  private static final long OLDER = FakeController.TERM - 1;

  private final DefaultEventLoop owner = new DefaultEventLoop();
  private final Heard heard = new Heard();
  private final Events events = new Events(Clock.systemUTC());
  private FakeController controller;
  private FakeController other;
  private ControllerChannels channels;
  private ControlClient client;

  /** Records the orders that the client passes on. */
  private static final class Heard implements ControllerOrders {
    private final Queue<String> all = new ConcurrentLinkedQueue<>();

    @Override
    public void welcome(ControllerWelcome welcome) {
      all.add("welcome of term " + welcome.getTerm());
    }

    @Override
    public void command(ControllerMessage command) {
      if (command.hasEpoch()) {
        all.add("epoch " + command.getEpoch().getNumber());
      } else if (command.hasTunnels()) {
        all.add("network");
      }
    }

    @Override
    public void lost(String reason) {
      all.add("lost");
    }
  }

  /** Returns the details of the client's events, which are about older terms. */
  private List<String> noted() {
    return owner.submit(() -> events.newest().stream().map(Events.Event::detail).toList()).syncUninterruptibly().getNow();
  }

  @BeforeEach
  void attach() throws IOException {
    controller = new FakeController(0, 7, 10_000);
    other = new FakeController(0, 8, 10_000);
    other.standBy();
    channels = ControllerChannels.open(List.of(controller.address(), other.address()), InsecureChannelCredentials.create());
    client = new ControlClient(new ControlClient.Identity(AgentId.of("A", "gw"), 1),
        new ControlClient.Connection(channels, owner, Ticker.systemTicker()), events, new Random(1));
    owner.execute(() -> client.start(heard));
    Await.until("welcome", () -> heard.all.contains(WELCOME) && controller.isAttached("A") && other.isAttached("A"));
  }

  @AfterEach
  void close() throws InterruptedException {
    owner.submit(client::close).awaitUninterruptibly();
    channels.close();
    controller.close();
    other.close();
    owner.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private void epoch(long term, long number) {
    controller.send("A", ControllerMessage.newBuilder().setEpoch(Epoch.newBuilder().setTerm(term).setNumber(number)).build());
  }

  @Test
  void anEpochOfAnOlderTermIsDropped() {
    epoch(FakeController.TERM, 1);
    epoch(OLDER, 2);
    epoch(FakeController.TERM, 3);
    Await.until("the last epoch", () -> heard.all.contains("epoch 3"));
    assertThat(heard.all).containsExactly(WELCOME, "epoch 1", "epoch 3");
    assertThat(noted()).containsExactly("an epoch of term " + OLDER + ", while term " + FakeController.TERM + " leads");
  }

  @Test
  void aControllerOfAnOlderTermIsLeftAndTheLeaderLookedForAgain() {
    controller.send("A", ControllerMessage.newBuilder().setWelcome(ControllerWelcome.newBuilder().setTerm(OLDER)).build());
    Await.until("another welcome", () -> heard.all.stream().filter(WELCOME::equals).count() == 2);
    assertThat(heard.all).containsExactly(WELCOME, "lost", WELCOME);
    assertThat(noted()).containsExactly("a welcome of term " + OLDER + ", while term " + FakeController.TERM + " leads");
  }

  private void welcomeByTheOther(long term) {
    other.send("A", ControllerMessage.newBuilder().setWelcome(ControllerWelcome.newBuilder().setTerm(term)).build());
  }

  @Test
  void aLaterLeaderIsFollowedThoughTheStreamToTheOneBeforeStands() {
    long later = FakeController.TERM + 1;
    welcomeByTheOther(later);
    other.send("A", ControllerMessage.newBuilder().setEpoch(Epoch.newBuilder().setTerm(later).setNumber(1)).build());
    Await.until("the epoch of the later one", () -> heard.all.contains("epoch 1"));
    epoch(FakeController.TERM, 2);
    Await.until("a dropped epoch", () -> !noted().isEmpty());
    assertThat(heard.all).containsExactly(WELCOME, "welcome of term " + later, "epoch 1");
    assertThat(noted()).containsExactly("an epoch of term " + FakeController.TERM + ", while term " + later + " leads");
  }

  @Test
  void ofTwoThatLeadInOneTermTheFirstIsFollowed() {
    welcomeByTheOther(FakeController.TERM);
    Await.until("the other's stream to be given up, and another one", () -> other.attachments() == 2);
    epoch(FakeController.TERM, 1);
    Await.until("the epoch", () -> heard.all.contains("epoch 1"));
    assertThat(heard.all).containsExactly(WELCOME, "epoch 1");
  }

  @Test
  void aChangedPlanOfTheNetworkIsPassedOn() {
    controller.send("A", ControllerMessage.newBuilder().setTunnels(SiteTunnels.getDefaultInstance()).build());
    Await.until("the plan", () -> heard.all.contains("network"));
  }

  @Test
  void onlyAControllerThatTakesThemIsToldOfObservedShuffles() {
    ServedByStock served = TestHandlers.served("a shuffle");
    Runnable tick = () -> client.tick(0, FetchWaits.NONE, served);
    owner.submit(tick).awaitUninterruptibly();
    assertThat(TestHandlers.untold(served)).isNotEmpty();
    long later = FakeController.TERM + 1;
    other.send("A", ControllerMessage.newBuilder().setWelcome(ControllerWelcome.newBuilder().setTerm(later)
        .addAllCapabilities(Capability.names(List.of(Capability.OBSERVED_SHUFFLES)))).build());
    Await.until("the later one's welcome", () -> heard.all.contains("welcome of term " + later));
    owner.submit(tick).awaitUninterruptibly();
    assertThat(TestHandlers.untold(served)).isEmpty();
  }
}
