/** The commands behind ./terra. */
@NullMarked
package dev.terra.cli;

import org.jspecify.annotations.NullMarked;
