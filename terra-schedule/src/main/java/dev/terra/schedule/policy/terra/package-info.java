/** Terra's own policies: the dissertation's, and the default. */
package dev.terra.schedule.policy.terra;
