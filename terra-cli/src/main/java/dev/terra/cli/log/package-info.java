/** Keeps names from outside from forging lines of the log. */
@NullMarked
package dev.terra.cli.log;

import org.jspecify.annotations.NullMarked;
