/**
 * Who may have a shuffle's bytes: proofs that handlers make with a job's secret, and agents carry. {@code docs/use/security.md} has the
 * whole picture.
 */
@NullMarked
package dev.terra.api.proof;

import org.jspecify.annotations.NullMarked;
