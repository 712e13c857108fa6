package dev.terra.controller.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.operate.OperatorCommand.DrainLink;
import dev.terra.controller.core.operate.OperatorRequest;
import dev.terra.controller.view.OperatorFigures;
import dev.terra.core.wan.LinkId;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of what agents notice when leaders change and ZooKeeper stops and returns. */
@Timeout(120)
class LeaderChangeTest {
  @TempDir
  private Path folder;
  private ControllerCluster cluster;

  private void begin(int sessionMillis) throws Exception {
    cluster = new ControllerCluster(folder, sessionMillis);
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  @Test
  void theNextLeaderKeepsTheScheduleOfOneThatWasKilled() throws Exception {
    begin(ControllerCluster.SESSION_MILLIS);
    CandidateController first = cluster.leader();
    long term = first.term();
    first.kill();
    CandidateController next = cluster.awaitAfter(first, term);
    cluster.scheduleStandsIn(next);
    assertThat(cluster.agents()).allSatisfy(agent -> assertThat(agent.welcomes()).isEqualTo(2));
  }

  @Test
  void theNextLeaderHasWhatOperatorsDidAndCanTakeItBack() throws Exception {
    begin(ControllerCluster.SESSION_MILLIS);
    CandidateController first = cluster.leader();
    long term = first.term();
    LinkId link = LinkId.of("A", "B");
    OperatorRequest drain = new OperatorRequest(new DrainLink(link, true, true), "ann", "fibre work");
    assertThat(first.server().act(drain).get(20, TimeUnit.SECONDS).number()).isEqualTo(1);
    first.kill();
    CandidateController next = cluster.awaitAfter(first, term);

    OperatorFigures figures = next.server().views().current().operator();
    assertThat(figures.drainedLinks()).containsExactlyInAnyOrder(link, link.reversed());
    assertThat(figures.actions()).singleElement().satisfies(action -> assertThat(action.reason()).isEqualTo("fibre work"));
    next.server().undo(1, "bob").get(20, TimeUnit.SECONDS);
    assertThat(next.server().act(drain).get(20, TimeUnit.SECONDS).number()).isEqualTo(2);
  }

  @Test
  void whatAPausedLeaderStillSaysIsDropped() throws Exception {
    begin(ControllerCluster.SESSION_MILLIS);
    CandidateController first = cluster.leader();
    long term = first.term();
    first.pause();
    CandidateController next = cluster.awaitAfter(first, term);
    cluster.scheduleStandsIn(next);
    first.goOn();
    cluster.await("a word of the older term", () -> cluster.agents().stream().allMatch(agent ->
        agent.dropped().stream().anyMatch(what -> what.contains("of term " + term))));
    first.notice();
    cluster.await("it to step back", () -> first.term() == 0);
    assertThat(cluster.agents()).allSatisfy(agent -> assertThat(List.copyOf(agent.heard())
        .subList(List.copyOf(agent.heard()).indexOf("welcome " + next.term()), agent.heard().size()))
        .as("nothing of it was taken").doesNotContain("epoch of " + term, "welcome " + term));
    cluster.scheduleStandsIn(next);
  }

  @Test
  void noAgentNoticesThatZooKeeperWasStartedAgain() throws Exception {
    begin(ControllerCluster.SESSION_OVER_RESTART_MILLIS);
    CandidateController first = cluster.leader();
    long term = first.term();
    int connections = first.zooKeeperConnections();
    cluster.zooKeeper().stop();
    cluster.zooKeeper().start();
    cluster.await("the leader's session to go on", () -> first.zooKeeperConnections() > connections);
    assertThat(cluster.leader()).isSameAs(first);
    assertThat(first.term()).isEqualTo(term);
    assertThat(cluster.agents()).allSatisfy(agent -> assertThat(agent.heard()).doesNotContain("lost"));
    assertThat(cluster.rates("job_1")).isEqualTo(cluster.ratesBefore());
  }

  @Test
  void agentsKeepTheirRatesWhileNobodyCanBeElected() throws Exception {
    begin(ControllerCluster.SESSION_MILLIS);
    CandidateController first = cluster.leader();
    long term = first.term();
    cluster.zooKeeper().stop();
    cluster.await("the end of the session", () -> first.term() == 0);
    assertThat(cluster.rates("job_1")).as("within the lease").isEqualTo(cluster.ratesBefore());
    cluster.zooKeeper().start();
    cluster.await("a leader", () -> cluster.controllers().stream().anyMatch(controller -> controller.term() > term));
    cluster.scheduleStandsIn(cluster.leader());
  }
}
