/** The client of an agent's {@code /v1/fetch}: one for all engines, which frame the bytes. */
package dev.terra.node.fetch;
