/** The scheduler: it keeps shuffles between rounds and runs the chosen policy. */
@NullMarked
package dev.terra.schedule.policy;

import org.jspecify.annotations.NullMarked;
