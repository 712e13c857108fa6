/** The keys and proofs by which handlers let this agent have bytes of shuffles. */
@NullMarked
package dev.terra.agent.proof;

import org.jspecify.annotations.NullMarked;
