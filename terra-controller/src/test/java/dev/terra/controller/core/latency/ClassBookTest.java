package dev.terra.controller.core.latency;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.AgentHello;
import dev.terra.api.v1.AgentReport;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassOfJob;
import dev.terra.api.v1.ClassRules;
import dev.terra.api.v1.ControllerMessage;
import dev.terra.api.v1.KeptClasses;
import dev.terra.api.v1.MixedLink;
import dev.terra.api.v1.ReadersOrder;
import dev.terra.api.v1.ShuffleDescription;
import dev.terra.controller.core.Harness;
import dev.terra.controller.core.queue.QueueAnswer;
import dev.terra.controller.core.queue.QueueSettings;
import dev.terra.controller.core.queue.QueueSource;
import dev.terra.controller.core.shuffle.YarnApplication;
import dev.terra.core.latency.ClassAssignment;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.ClassWeights;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyClasses;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.shuffle.ShuffleDescriptor.Owner;
import dev.terra.schedule.PolicyName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ClassBookTest {
  private static final String JOB = "job_17_0001";
  private static final String APPLICATION = "application_17_0001";
  private static final ClassMarks MARKS = new ClassMarks(20, 2, 8);

  private static LatencyClasses classes(ClassAssignment... assignments) {
    return new LatencyClasses(MARKS, ClassWeights.USUAL, ImmutableList.copyOf(assignments), ImmutableList.of());
  }

  private static Harness harness(LatencyClasses classes, Optional<QueueSource> yarn) {
    return new Harness(PolicyName.TERRA_PLUS, new QueueSettings(Map.of(), classes, yarn));
  }

  /** Lets the agents of all sites join. Only A's agent supports latency classes. */
  private static Harness joined(Harness harness) {
    harness.say(1, AgentReport.newBuilder().setHello(AgentHello.newBuilder().setProtocolVersion(2).setSite("A").setAgent("A-gw")
        .setSession(5).addCapabilities("latency-classes")));
    harness.hello(2, "B");
    harness.hello(3, "C");
    return harness;
  }

  private static void describe(Harness harness, String queue, String user) {
    harness.say(1, AgentReport.newBuilder().setDescription(ShuffleDescription.newBuilder().setShuffle(JOB).setOrder(ReadersOrder.IN_TURN)
        .setQueue(queue).setUser(user)));
    harness.tick();
  }

  private static List<ClassRules> told(Harness harness, long stream) {
    return harness.to(stream).stream().filter(ControllerMessage::hasClasses).map(ControllerMessage::getClasses).toList();
  }

  private static ClassOfJob interactive(String job) {
    return ClassOfJob.newBuilder().setJob(job).setName(ClassName.CLASS_INTERACTIVE).build();
  }

  @Test
  void anAgentGetsTheMarksWithItsWelcome() {
    Harness harness = joined(harness(classes(), Optional.empty()));
    ClassRules rules = harness.to(1).stream().filter(ControllerMessage::hasWelcome).findFirst().orElseThrow().getWelcome().getClasses();
    assertThat(rules.getMarks().getInteractive()).isEqualTo(20);
    assertThat(rules.getMarks().getNormal()).isEqualTo(2);
    assertThat(rules.getMarks().getBulk()).isEqualTo(8);
    harness.tick();
    assertThat(told(harness, 1)).as("nothing has changed since").isEmpty();
  }

  @Test
  void aJobOfANamedQueueOrUserHasItsClassWhileItShuffles() {
    Harness harness = joined(harness(classes(new ClassAssignment("adhoc", null, LatencyClass.INTERACTIVE)), Optional.empty()));
    describe(harness, "root.adhoc", "ann");
    assertThat(told(harness, 1)).singleElement()
        .satisfies(rules -> assertThat(rules.getJobsList()).containsExactly(interactive(APPLICATION)));
    assertThat(told(harness, 2)).as("an agent that does not follow classes").isEmpty();
    describe(harness, "etl", "ann");
    assertThat(told(harness, 1)).hasSize(2).last().satisfies(rules -> assertThat(rules.getJobsList()).isEmpty());
  }

  @Test
  void aQueueThatAJobOnlyClaimsGivesNoClassWhereYarnIsAsked() {
    Silent yarn = new Silent();
    Harness harness = joined(harness(classes(new ClassAssignment("adhoc", null, LatencyClass.INTERACTIVE)), Optional.of(yarn)));
    describe(harness, "adhoc", "eve");
    assertThat(told(harness, 1)).isEmpty();
    harness.state.queues().answered(new YarnApplication(APPLICATION), QueueAnswer.placed(new Owner("adhoc", "eve")), harness.nowNanos);
    harness.tick();
    assertThat(told(harness, 1)).singleElement()
        .satisfies(rules -> assertThat(rules.getJobsList()).containsExactly(interactive(APPLICATION)));
  }

  @Test
  void agentsHearOfLinksThatKeepNoClassesOnceAnyClassPromisesSomething() {
    Harness harness = joined(harness(classes(), Optional.empty()));
    harness.classes(1, KeptClasses.CLASSES_MIXED, "A", "B");
    harness.tick();
    assertThat(told(harness, 1)).as("no class promises anything").isEmpty();
    harness.state.classes().change(new LatencyClasses(MARKS, ClassWeights.USUAL, ImmutableList.of(), ImmutableList.of(
        new LatencyTarget(LatencyClass.INTERACTIVE, 99, 65_536, Duration.ofMillis(400), null))), harness.nowNanos);
    harness.tick();
    assertThat(told(harness, 1)).last().satisfies(rules -> assertThat(rules.getMixedList()).containsExactly(
        MixedLink.newBuilder().setFrom("A").setTo("B").build()));
    harness.classes(1, KeptClasses.CLASSES_KEPT, "A", "B");
    harness.tick();
    assertThat(told(harness, 1)).last().satisfies(rules -> assertThat(rules.getMixedList()).isEmpty());
  }

  @Test
  void otherClassesAreInForceAtOnceAndSaidToOperators() {
    Harness harness = joined(harness(classes(), Optional.empty()));
    describe(harness, "adhoc", "ann");
    harness.state.classes().change(LatencyClasses.USUAL, harness.nowNanos);
    harness.tick();
    assertThat(told(harness, 1)).singleElement().satisfies(rules -> assertThat(rules.getMarks().getInteractive()).isEqualTo(18));
    assertThat(harness.events("classes-changed")).singleElement().asString().contains("DSCP 18 interactive, 0 normal, 1 bulk");
    harness.state.classes().change(LatencyClasses.USUAL, harness.nowNanos);
    assertThat(harness.events("classes-changed")).as("the same again").hasSize(1);
  }

  /** A source of queues that never answers. */
  private static final class Silent implements QueueSource {
    @Override
    public void ask(YarnApplication application, Consumer<QueueAnswer> answer) {
      // no answer comes
    }

    @Override
    public List<String> addresses() {
      return List.of();
    }

    @Override
    public void close() {
      // there is nothing to close
    }
  }
}
