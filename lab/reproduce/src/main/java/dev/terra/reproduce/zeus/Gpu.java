package dev.terra.reproduce.zeus;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The GPUs with measurements, and the results of the authors' code for each. */
public enum Gpu {
  /** Volta. */
  V100(.61, .82, .79, .82, .25, .34),
  /** Ampere. */
  A40(.337, .840, .794, .856, .328, .382),
  /** Pascal. */
  P100(.878, .724, .848, .822, .289, .290),
  /** Turing. */
  RTX6000(.493, .750, .992, .832, .358, .216);

  private final ImmutableMap<TrainingJob, Double> authorsEnergy;

  /** Makes a GPU from the energy of the last ten recurrences as a part of Default's, for the jobs in their order. */
  Gpu(Double... authorsEnergy) {
    List<Double> energies = ImmutableList.copyOf(authorsEnergy);
    List<TrainingJob> jobs = ImmutableList.copyOf(TrainingJob.values());
    this.authorsEnergy = jobs.stream().collect(ImmutableMap.toImmutableMap(job -> job, job -> energies.get(jobs.indexOf(job))));
  }

  /** Returns the GPUs' names. */
  public static List<String> names() {
    return Stream.of(values()).map(Gpu::toString).toList();
  }

  /** Returns the name of its file of measurements. */
  String fileName() {
    return "summary_power_" + this + ".csv";
  }

  /**
   * Returns the result of the authors' code at eta .5 and beta 2: the energy of the last ten recurrences as a part of
   * Default's, of three seeds.
   */
  double authorsEnergy(TrainingJob job) {
    Double energy = authorsEnergy.get(job);
    if (energy == null) {
      throw new IllegalArgumentException(job + ": no value of the authors");
    }
    return energy;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
