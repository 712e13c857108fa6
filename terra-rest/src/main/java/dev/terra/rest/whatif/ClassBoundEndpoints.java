package dev.terra.rest.whatif;

import com.google.common.primitives.Doubles;
import dev.terra.core.latency.ClassWeights;
import dev.terra.core.latency.DelayBound;
import dev.terra.core.latency.LatencyClass;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.read.ViewFollower;
import dev.terra.rest.rows.ClassBoundRow;
import java.util.List;
import java.util.function.DoublePredicate;

/** The endpoint for what a latency class can promise: the paper's bound, for the weights in force. */
public final class ClassBoundEndpoints implements ApiModule {
  /** The paper's mean load and burst, section 6.1. */
  private static final String USUAL_LOAD = "0.8";
  private static final String USUAL_BURST = "1.4";
  /** A link to which a thousand others send at once. */
  private static final int MOST_BURST = 1_000;

  private final ViewFollower follower;

  /** An endpoint over one controller. */
  public ClassBoundEndpoints(ViewFollower follower) {
    this.follower = follower;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.get("/class-bound").summary("What a latency class can promise on a link that keeps classes.")
        .with(Parameter.oneOf("class", "The class.", "interactive", "normal").needed(),
            Parameter.text("load", "The mean load in parts of the link, above 0 and at most 1; " + USUAL_LOAD + " by default."),
            Parameter.text("burst", "The load while a burst lasts, above 1; " + USUAL_BURST + " by default."),
            Parameter.text("share", "The class's share of all that is offered, 0 to 1; what can be promised by default."))
        .answers(ClassBoundRow.class, this::answer));
  }

  private ClassBoundRow answer(Call call) {
    ClassWeights weights = follower.controller().classes().weights();
    LatencyClass latencyClass = LatencyClass.of(call.text("class")).orElseThrow();
    double load = number(call, "load", USUAL_LOAD, value -> value > 0 && value <= 1, "above 0 to 1");
    double burst = number(call, "burst", USUAL_BURST, value -> value > 1 && value <= MOST_BURST, "above 1 to " + MOST_BURST);
    int weight = weights.of(latencyClass);
    double promisable = DelayBound.promisable(weight, weights.sum(), load, burst);
    double share = number(call, "share", Double.toString(promisable / load), value -> value >= 0 && value <= 1, "0 to 1");
    DelayBound bound = new DelayBound((double) weight / (weights.sum() - weight), load, burst);
    return new ClassBoundRow(latencyClass.word(), weight, weights.sum(), load, burst, promisable, share, bound.higher(share),
        bound.lower(share));
  }

  private static double number(Call call, String name, String usual, DoublePredicate fits, String expected) {
    String text = call.find(name).orElse(usual);
    Double value = Doubles.tryParse(text);
    if (value == null || !fits.test(value)) {
      throw Problem.badParameter(name, name + ": expected a number " + expected + ", got '" + text + "'");
    }
    return value;
  }
}
