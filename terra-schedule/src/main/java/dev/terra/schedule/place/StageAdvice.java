package dev.terra.schedule.place;

/**
 * Where the reducers of a stage are best run.
 *
 * @param best the advised placement, including the reducers that have begun
 * @param otherwise the placement without advice: the reducers that have begun, and the others wherever there is room, as a scheduler places
 *     them that does not consider the WAN
 */
public record StageAdvice(StagePlacement best, StagePlacement otherwise) {}
