package dev.terra.api.latency;

import com.google.common.collect.ImmutableList;
import dev.terra.api.v1.ClassName;
import dev.terra.api.v1.ClassTarget;
import dev.terra.api.v1.DscpOfClasses;
import dev.terra.api.v1.KeptClasses;
import dev.terra.api.v1.MarkOnPath;
import dev.terra.core.latency.ArrivedMark;
import dev.terra.core.latency.ClassMarks;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.latency.LatencyTarget;
import dev.terra.core.latency.PathClasses;
import dev.terra.core.latency.QueueWatch;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Converts between the types of latency classes and messages. */
public final class ClassMessages {
  private ClassMessages() {}

  /** Returns the name of a class in messages. */
  public static ClassName of(LatencyClass latencyClass) {
    return switch (latencyClass) {
      case INTERACTIVE -> ClassName.CLASS_INTERACTIVE;
      case NORMAL -> ClassName.CLASS_NORMAL;
      case BULK -> ClassName.CLASS_BULK;
    };
  }

  /** Returns the class with a name; empty if the name is missing or belongs to a later version. */
  public static Optional<LatencyClass> of(ClassName name) {
    return switch (name) {
      case CLASS_INTERACTIVE -> Optional.of(LatencyClass.INTERACTIVE);
      case CLASS_NORMAL -> Optional.of(LatencyClass.NORMAL);
      case CLASS_BULK -> Optional.of(LatencyClass.BULK);
      case CLASS_UNSPECIFIED, UNRECOGNIZED -> Optional.empty();
    };
  }

  /** Returns the message for marks. */
  public static DscpOfClasses of(ClassMarks marks) {
    return DscpOfClasses.newBuilder().setInteractive(marks.interactive()).setNormal(marks.normal()).setBulk(marks.bulk()).build();
  }

  /**
   * Returns the marks of a message.
   *
   * @throws IllegalArgumentException if they are out of range or two are the same
   */
  public static ClassMarks of(DscpOfClasses marks) {
    return new ClassMarks(marks.getInteractive(), marks.getNormal(), marks.getBulk());
  }

  /** Returns the messages for the marks that were sent and that arrived on a path. */
  public static List<MarkOnPath> marks(PathClasses classes) {
    return classes.marks().stream().map(mark -> MarkOnPath.newBuilder().setSent(mark.sent()).setArrived(mark.arrived()).build()).toList();
  }

  /** Returns the message for the verdict about a link's queues. */
  public static KeptClasses of(QueueWatch.Verdict queues) {
    return switch (queues) {
      case UNKNOWN -> KeptClasses.CLASSES_UNKNOWN;
      case KEPT -> KeptClasses.CLASSES_KEPT;
      case MIXED -> KeptClasses.CLASSES_MIXED;
    };
  }

  /** Returns how a path treats classes, as its agent reports it. Numbers that cannot be marks are left out. */
  public static PathClasses of(List<MarkOnPath> marks, KeptClasses queues) {
    return new PathClasses(marks.stream().limit(PathClasses.MOST_MARKS)
        .filter(mark -> ClassMarks.isOne(mark.getSent()) && ClassMarks.isOne(mark.getArrived()))
        .map(mark -> new ArrivedMark(mark.getSent(), mark.getArrived())).collect(ImmutableList.toImmutableList()),
        switch (queues) {
          case CLASSES_KEPT -> QueueWatch.Verdict.KEPT;
          case CLASSES_MIXED -> QueueWatch.Verdict.MIXED;
          case CLASSES_UNKNOWN, UNRECOGNIZED -> QueueWatch.Verdict.UNKNOWN;
        });
  }

  /** Returns the message for a target. */
  public static ClassTarget of(LatencyTarget target) {
    ClassTarget.Builder message = ClassTarget.newBuilder().setName(of(target.latencyClass())).setPercentile(target.percentile())
        .setUnitBytes(target.unitBytes()).setLimitNanos(target.limit().toNanos());
    SitePair pair = target.pair();
    return pair == null ? message.build() : message.setFrom(pair.from().name()).setTo(pair.to().name()).build();
  }

  /**
   * Returns the target of a message.
   *
   * @throws IllegalArgumentException if it is out of range or of no class
   */
  public static LatencyTarget of(ClassTarget target) {
    LatencyClass latencyClass = of(target.getName()).orElseThrow(() -> new IllegalArgumentException("a target without a class"));
    SitePair pair = target.getFrom().isEmpty() ? null : new SitePair(new SiteId(target.getFrom()), new SiteId(target.getTo()));
    return new LatencyTarget(latencyClass, target.getPercentile(), target.getUnitBytes(), Duration.ofNanos(target.getLimitNanos()), pair);
  }
}
