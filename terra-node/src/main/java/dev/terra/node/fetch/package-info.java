/** The client of an agent's {@code /v1/fetch}: one for all engines, which frame the bytes. */
@NullMarked
package dev.terra.node.fetch;

import org.jspecify.annotations.NullMarked;
