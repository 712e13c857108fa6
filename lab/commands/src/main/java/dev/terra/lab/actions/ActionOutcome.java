package dev.terra.lab.actions;

/**
 * The effect of one action.
 *
 * @param name of the row
 * @param request the method, path and body that were sent
 * @param answeredSeconds from the request until the controller answered, which it does once agents have received the
 *     change
 * @param scheduledSeconds from the request until the schedule was as the action demands
 * @param movingSeconds from the request until bytes arrived that would not have arrived without the action; negative if
 *     this is not measured
 * @param beforeBytesPerSecond the rate that the action changes, before the action
 * @param afterBytesPerSecond the same rate after the action
 * @param holds whether the schedule followed within the limit
 * @param detail the kind and the target of the action
 */
record ActionOutcome(
    String name, String request, double answeredSeconds, double scheduledSeconds, double movingSeconds, double beforeBytesPerSecond,
    double afterBytesPerSecond, boolean holds, String detail) {}
