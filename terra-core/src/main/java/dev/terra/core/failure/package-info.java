/** Descriptions for people of why something failed. */
@NullMarked
package dev.terra.core.failure;

import org.jspecify.annotations.NullMarked;
