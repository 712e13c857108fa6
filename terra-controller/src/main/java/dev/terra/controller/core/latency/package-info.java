/** Which latency class each job's small fetches have. */
@NullMarked
package dev.terra.controller.core.latency;

import org.jspecify.annotations.NullMarked;
