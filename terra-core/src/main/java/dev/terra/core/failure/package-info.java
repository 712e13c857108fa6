/** Why something failed, in words for people. */
@NullMarked
package dev.terra.core.failure;

import org.jspecify.annotations.NullMarked;
