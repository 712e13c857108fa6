package dev.terra.schedule.place;

/**
 * Where the reducers of a stage are best run.
 *
 * @param best the advice, with the reducers that have begun
 * @param otherwise those that have begun, and the others wherever there is room, as a scheduler places them that does not look at the WAN
 */
public record StageAdvice(StagePlacement best, StagePlacement otherwise) {}
