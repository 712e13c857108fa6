/** The names of the spans of a fetch that is traced for OpenTelemetry. */
@NullMarked
package dev.terra.api.trace;

import org.jspecify.annotations.NullMarked;
