/** What names the spans of a fetch that is traced for OpenTelemetry. */
package dev.terra.api.trace;
