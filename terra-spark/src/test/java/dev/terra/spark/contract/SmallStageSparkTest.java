package dev.terra.spark.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.agent.support.Await;
import dev.terra.spark.pull.PullReply;
import dev.terra.spark.pull.PullRequest;
import dev.terra.spark.support.SparkSites;
import java.util.List;

/**
 * The contract over Terra, where executors have an estimate of a stage's bytes. Once the service has the bound for small stages, it leaves
 * them to the stock path at once.
 */
class SmallStageSparkTest extends SparkContract {
  @Override
  SparkSites.Options options() {
    return SparkSites.Options.TERRA.bypass(0.5).reading(9_999_999);
  }

  @Override
  void prepare(SparkSites started) {
    PullRequest nothing = new PullRequest.Open("1", started.origin().ip(), "no number", 9_999_999, List.of("shuffle_0_0_0"));
    Await.until("the service has heard what is little", () -> started.ask(nothing) == PullReply.Kind.BYPASS);
    PullRequest more = new PullRequest.Open("2", started.origin().ip(), "no number", 10_000_000, List.of("shuffle_0_0_0"));
    assertThat(started.ask(more)).isEqualTo(PullReply.Kind.STOCK);
  }

  @Override
  void check(SparkSites after, long came) {
    assertThat(came).isPositive();
    assertThat(after.delivered()).isZero();
    assertThat(after.wan().redirectedFetches("B")).isZero();
  }
}
