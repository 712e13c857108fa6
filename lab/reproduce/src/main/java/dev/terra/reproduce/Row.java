package dev.terra.reproduce;

import org.jspecify.annotations.Nullable;

/**
 * One figure of a paper, with the values of the authors' code and of Terra's code.
 *
 * @param figure the paper's figure or section
 * @param setting the setting, and what is measured
 * @param paper the paper's value; null if it prints none
 * @param authors the value of the authors' own code; null if it was not run
 * @param ours the value of Terra's code
 * @param unit the unit of all three
 * @param holds whether ours is near enough
 */
public record Row(String figure, String setting, @Nullable Double paper, @Nullable Double authors, double ours, String unit,
    boolean holds) {}
