/** Allocation rules: Terra's own policies and the baselines, over one shared state. */
package dev.terra.schedule.policy;
