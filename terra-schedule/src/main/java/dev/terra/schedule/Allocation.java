package dev.terra.schedule;

import com.google.common.collect.ImmutableList;

/** One schedule: the rates of every shuffle, in the order in which the policy served them. */
public record Allocation(String policy, ImmutableList<ShuffleAllocation> shuffles) {}
