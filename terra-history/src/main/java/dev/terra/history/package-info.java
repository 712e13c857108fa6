/** A controller's past: its views are recorded in a file of bounded size, and can be read back. */
@NullMarked
package dev.terra.history;

import org.jspecify.annotations.NullMarked;
