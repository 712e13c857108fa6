package dev.terra.lab.demo;

/** How a job that succeeded went: how long it took from submission to the end, and what its counters say. */
record JobOutcome(double seconds, JobCounters counters) {}
