/** The proofs that a handler makes and checks with the secrets of its jobs. */
@NullMarked
package dev.terra.node.proof;

import org.jspecify.annotations.NullMarked;
