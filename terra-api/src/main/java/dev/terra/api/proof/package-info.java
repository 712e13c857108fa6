/**
 * Proofs of the right to a shuffle's bytes. Handlers make them with a job's secret, and agents carry them. {@code docs/use/security.md}
 * describes them all.
 */
@NullMarked
package dev.terra.api.proof;

import org.jspecify.annotations.NullMarked;
