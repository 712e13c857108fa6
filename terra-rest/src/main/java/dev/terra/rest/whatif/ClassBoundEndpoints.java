package dev.terra.rest.whatif;

import com.google.common.collect.Lists;
import com.google.common.primitives.Doubles;
import dev.terra.core.latency.ClassDelays;
import dev.terra.core.latency.ClassWeights;
import dev.terra.core.latency.DelayBound;
import dev.terra.core.latency.LatencyClass;
import dev.terra.core.limit.BoundedText;
import dev.terra.core.wan.LinkId;
import dev.terra.core.wan.SiteId;
import dev.terra.core.wan.SitePair;
import dev.terra.core.wan.Wan;
import dev.terra.rest.api.ApiModule;
import dev.terra.rest.api.Call;
import dev.terra.rest.api.Endpoint;
import dev.terra.rest.api.Parameter;
import dev.terra.rest.api.Problem;
import dev.terra.rest.read.ViewFollower;
import dev.terra.rest.rows.ClassBoundRow;
import dev.terra.rest.rows.ClassDelayRow;
import dev.terra.rest.rows.PairBoundRow;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The endpoint for what a latency class can promise: the bound of Aequitas (SIGCOMM 2022), for the weights in force and all three
 * classes, and its consequences between sites.
 */
public final class ClassBoundEndpoints implements ApiModule {
  /** The mean load and the burst of section 6.1 of Aequitas. */
  private static final String USUAL_LOAD = "0.8";
  private static final String USUAL_BURST = "1.4";
  /** The largest difference from 1 of shares in decimal digits that add up to 1. */
  private static final double ROUNDING = 1e-9;
  /** The largest burst: a thousand others send to a link at once. */
  private static final int MOST_BURST = 1_000;
  /** The most pairs in an answer: all pairs of 32 sites, or the pairs of one site of a larger WAN. */
  private static final int MOST_PAIRS = 1_000;

  private final ViewFollower follower;

  /** Creates the endpoint over one controller. */
  public ClassBoundEndpoints(ViewFollower follower) {
    this.follower = follower;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.get("/class-bound").summary("What a latency class can promise on a link that keeps classes, and between sites.")
        .with(Parameter.oneOf("class", "The class.", "interactive", "normal").needed(),
            Parameter.text("load", "The mean load, as a part of the link, above 0 and at most 1; " + USUAL_LOAD + " by default."),
            Parameter.text("burst", "The load while a burst lasts, above 1; " + USUAL_BURST + " by default."),
            Parameter.text("share", "The class's share of the offered load, 0 to 1; by default, the largest share that can be promised."),
            Parameter.text("other", "The share of the other of the two classes, at most what is left; by default, the largest share that "
                + "can be promised."),
            Parameter.text("from", "Only pairs of sites that begin at this site."),
            Parameter.text("to", "Only pairs of sites that end at this site."))
        .answers(ClassBoundRow.class, this::answer));
  }

  private ClassBoundRow answer(Call call) {
    ClassWeights weights = follower.controller().classes().weights();
    LatencyClass asked = LatencyClass.of(call.text("class")).orElseThrow();
    double load = number(call, "load", USUAL_LOAD, value -> value > 0 && value <= 1, "above 0 to 1");
    double burst = number(call, "burst", USUAL_BURST, value -> value > 1 && value <= MOST_BURST, "above 1 to " + MOST_BURST);
    double promisable = DelayBound.promisable(weights.of(asked), weights.sum(), load, burst);
    List<ClassDelayRow> delays = delays(shares(call, asked, weights, burst), weights, load, burst);
    ClassDelayRow row = delays.stream().filter(each -> each.latencyClass().equals(asked.word())).findFirst().orElseThrow();
    double others = delays.stream().filter(each -> !each.equals(row)).mapToDouble(ClassDelayRow::delay).max().orElse(0);
    return new ClassBoundRow(asked.word(), row.weight(), weights.sum(), load, burst, promisable, row.share(), row.delay(), others, delays,
        pairs(call, promisable, row.delay()));
  }

  /** Returns the shares of all classes. The class bulk has what the others leave. */
  private static Map<LatencyClass, Double> shares(Call call, LatencyClass asked, ClassWeights weights, double burst) {
    LatencyClass other = asked == LatencyClass.INTERACTIVE ? LatencyClass.NORMAL : LatencyClass.INTERACTIVE;
    double share =
        number(call, "share", Double.toString(promisableShare(asked, weights, burst)), value -> value >= 0 && value <= 1, "0 to 1");
    double left = 1 - share;
    double beside = number(call, "other", Double.toString(Math.min(left, promisableShare(other, weights, burst))),
        value -> value >= 0 && value <= left + ROUNDING, String.format(Locale.ROOT, "0 to %.6g", left));
    return Map.of(asked, share, other, Math.min(beside, left), LatencyClass.BULK, Math.max(0, left - beside));
  }

  /** Returns the share of all offered traffic that a class may offer without waiting for other classes, whatever the load is. */
  private static double promisableShare(LatencyClass latencyClass, ClassWeights weights, double burst) {
    return DelayBound.promisable(weights.of(latencyClass), weights.sum(), 1, burst);
  }

  private static List<ClassDelayRow> delays(Map<LatencyClass, Double> shares, ClassWeights weights, double load, double burst) {
    List<LatencyClass> classes = List.of(LatencyClass.values());
    double[] worst = ClassDelays.worst(classes.stream().mapToDouble(weights::of).toArray(),
        classes.stream().mapToDouble(each -> shares.getOrDefault(each, 0.0)).toArray(), load, burst);
    return IntStream.range(0, worst.length).mapToObj(i -> new ClassDelayRow(classes.get(i).word(), weights.of(classes.get(i)),
        shares.getOrDefault(classes.get(i), 0.0), worst[i])).toList();
  }

  /**
   * Returns the bounds of pairs of sites. The delays of a path's links add up, since each link may have its burst while the others
   * have theirs.
   */
  private List<PairBoundRow> pairs(Call call, double promisable, double delay) {
    Wan wan = follower.controller().settings().wan();
    Predicate<SiteId> from = site(call, "from", wan);
    Predicate<SiteId> to = site(call, "to", wan);
    PromisableRates rates = new PromisableRates(wan, promisable);
    Map<SitePair, Double> fair = rates.fair();
    return rates.paths().entrySet().stream().filter(path -> from.test(path.getKey().from()) && to.test(path.getKey().to()))
        .limit(MOST_PAIRS).map(path -> new PairBoundRow(path.getKey().from().name(), path.getKey().to().name(),
            Lists.reverse(path.getValue()).stream().map(LinkId::toString).toList(), rates.most(path.getKey()),
            fair.getOrDefault(path.getKey(), 0.0), path.getValue().size() * delay)).toList();
  }

  private static Predicate<SiteId> site(Call call, String name, Wan wan) {
    Optional<String> wanted = call.find(name);
    if (wanted.isPresent() && wan.sites().stream().noneMatch(site -> site.id().name().equals(wanted.get()))) {
      throw Problem.badParameter(name, name + ": no site '" + BoundedText.of(wanted.get()) + "' in " + wan.name());
    }
    return site -> wanted.map(site.name()::equals).orElse(true);
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
