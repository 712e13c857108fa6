package dev.terra.lab.actions;

/**
 * What an action did.
 *
 * @param name of the row
 * @param request what was sent
 * @param answeredSeconds until the controller answered, which it does when agents have heard of it
 * @param scheduledSeconds until the schedule that was asked for was as it should be
 * @param movingSeconds until bytes arrived that would not have without the action; negative where that is not looked at
 * @param beforeBytesPerSecond the rate that counts, before
 * @param afterBytesPerSecond the same afterwards
 * @param holds whether it was scheduled within the limit
 * @param detail what was looked for
 */
record ActionOutcome(
    String name, String request, double answeredSeconds, double scheduledSeconds, double movingSeconds, double beforeBytesPerSecond,
    double afterBytesPerSecond, boolean holds, String detail) {}
