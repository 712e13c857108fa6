package dev.terra.controller.action;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terra.controller.core.operate.KeptAction;
import dev.terra.controller.core.operate.KeptActions;
import dev.terra.controller.core.operate.OperatorCommand;
import dev.terra.controller.core.operate.OperatorCommand.AllowPath;
import dev.terra.controller.core.operate.OperatorCommand.DrainAgent;
import dev.terra.controller.core.operate.OperatorCommand.DrainLink;
import dev.terra.controller.core.operate.OperatorCommand.DrainSite;
import dev.terra.controller.core.operate.OperatorCommand.PathsPerPair;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms;
import dev.terra.controller.core.operate.OperatorCommand.SetTerms.Scope;
import dev.terra.controller.core.shuffle.PartialTerms;
import dev.terra.core.wan.AgentId;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.Path;
import dev.terra.core.wan.SiteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests of the text form of operators' actions. */
class ActionTextTest {
  private static final LinkId AB = LinkId.of("A", "B");
  private static final long FIRST_START = 1_000_000;
  private static final long NEXT_START = 1_600_000;

  /** Encodes actions, and returns them as the next leader decodes them. */
  private static KeptActions through(KeptActions kept, List<String> problems) {
    return new ActionText(NEXT_START).decode(new ActionText(FIRST_START).encode(kept), problems::add);
  }

  private static PartialTerms weight(double weight) {
    return new PartialTerms(OptionalDouble.of(weight), OptionalInt.empty(), OptionalDouble.empty());
  }

  private static PartialTerms priority(int priority) {
    return new PartialTerms(OptionalDouble.empty(), OptionalInt.of(priority), OptionalDouble.empty());
  }

  @Property
  void allCommandsComeThroughTheirText(@ForAll long seed) {
    Random random = new Random(seed);
    List<OperatorCommand> commands = List.of(new DrainLink(AB, random.nextBoolean(), random.nextBoolean()),
        new DrainSite(new SiteId("a.b"), random.nextBoolean()), new DrainAgent(new SiteId("C"), random.nextBoolean()),
        new OperatorCommand.DrainOneAgent(AgentId.of("A", "gw-" + random.nextInt(9)), random.nextBoolean()),
        new AllowPath(Path.of("A", "C", "B"), random.nextBoolean()), new PathsPerPair(OptionalInt.of(1 + random.nextInt(9))),
        new PathsPerPair(OptionalInt.empty()), new SetTerms(Scope.QUEUE, "root.\n=%20 \u0661", PartialTerms.NONE),
        new SetTerms(Scope.JOB, "=", priority(random.nextInt(100))), new SetTerms(Scope.SHUFFLE, "s", weight(1 + random.nextInt(9))));
    List<KeptAction> actions = new ArrayList<>();
    commands.forEach(command -> actions.add(
        new KeptAction(actions.size() + 1, random.nextInt(1_000_000), "ann\t\u00fc", random.nextBoolean() ? "" : "why\nnot",
            Optional.of(command))));
    actions.add(new KeptAction(3, 7, "bob", "", Optional.empty()));

    assertThat(through(KeptActions.of(99, actions), new ArrayList<>())).isEqualTo(KeptActions.of(99, actions));
  }
}
