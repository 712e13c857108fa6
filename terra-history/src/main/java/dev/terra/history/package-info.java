/** A controller's past: what its views said, kept in a file of bounded size and read back. */
@NullMarked
package dev.terra.history;

import org.jspecify.annotations.NullMarked;
