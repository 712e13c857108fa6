/** What a job that runs again and again learns about its knobs: the cost of a run, beliefs about choices, and which one is tried next. */
@NullMarked
package dev.terra.core.recurring;

import org.jspecify.annotations.NullMarked;
