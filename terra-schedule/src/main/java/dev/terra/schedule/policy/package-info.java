/** The scheduler: keeps shuffles between rounds and runs the policy that was chosen. */
@NullMarked
package dev.terra.schedule.policy;

import org.jspecify.annotations.NullMarked;
