package dev.terra.reproduce;

import org.jspecify.annotations.Nullable;

/**
 * One figure of a paper beside what the authors' code and Terra's code give.
 *
 * @param figure the paper's figure or section
 * @param setting what was set, and what is measured
 * @param paper the paper's value; null where it prints none
 * @param authors what the authors' own code gives; null where it was not run
 * @param ours what Terra's code gives
 * @param unit the unit of all three
 * @param holds whether ours is as near as it has to be
 */
public record Row(String figure, String setting, @Nullable Double paper, @Nullable Double authors, double ours, String unit,
    boolean holds) {}
