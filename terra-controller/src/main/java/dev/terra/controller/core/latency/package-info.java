/** The latency classes of each job's small fetches. */
@NullMarked
package dev.terra.controller.core.latency;

import org.jspecify.annotations.NullMarked;
