/** What all policies share in one round: active shuffles, links and what is left of them, linear programs, and fair sharing. */
@NullMarked
package dev.terra.schedule.policy.round;

import org.jspecify.annotations.NullMarked;
