package dev.terra.cli.simulate;

import dev.terra.core.wan.Wan;
import dev.terra.schedule.path.PathRules;
import dev.terra.schedule.path.PathSets;
import dev.terra.sim.Gammas;
import dev.terra.sim.trace.Trace;
import dev.terra.sim.trace.TraceGenerator;
import dev.terra.sim.trace.TraceGenerator.Shape;
import java.util.Locale;
import java.util.OptionalDouble;

/** Generated traces: reads {@code generate:jobs=100,load=0.9,shape=coflow,gigabytes=10}; all parts may be left out. */
public final class GeneratorSpec {
  static final String PREFIX = "generate:";
  private static final int DEFAULT_JOBS = 100;
  private static final double DEFAULT_LOAD = 0.9;
  private static final double DEFAULT_GIGABYTES = 10;

  private GeneratorSpec() {}

  static TraceGenerator.Spec parse(String text, long seed) {
    int jobs = DEFAULT_JOBS;
    double load = DEFAULT_LOAD;
    double gigabytes = DEFAULT_GIGABYTES;
    Shape shape = Shape.COFLOW;
    for (String part : text.substring(PREFIX.length()).split(",")) {
      String[] pair = part.split("=", 2);
      switch (pair[0]) {
        case "" -> { } // no part is given
        case "jobs" -> jobs = Integer.parseInt(pair[1]);
        case "load" -> load = Double.parseDouble(pair[1]);
        case "gigabytes" -> gigabytes = Double.parseDouble(pair[1]);
        case "shape" -> shape = Shape.valueOf(pair[1].toUpperCase(Locale.ROOT));
        default -> throw new IllegalArgumentException("unknown '" + pair[0] + "' in '" + text
            + "'; expected jobs, load (0: all arrive at once), shape, gigabytes");
      }
    }
    return new TraceGenerator.Spec(
        jobs, load == 0 ? OptionalDouble.empty() : OptionalDouble.of(load), shape, gigabytes * 1e9, seed);
  }

  /** Makes a trace for a WAN; the offered load refers to what the WAN can carry over the usual paths. */
  public static Trace generate(Wan wan, TraceGenerator.Spec spec) {
    return generate(new PathSets(wan, PathRules.defaults()), spec);
  }

  /** Makes a trace whose Gammas are computed over these paths. */
  static Trace generate(PathSets paths, TraceGenerator.Spec spec) {
    return TraceGenerator.generate(paths.wan(), spec, new Gammas(paths)::secondsToSendAll);
  }
}
