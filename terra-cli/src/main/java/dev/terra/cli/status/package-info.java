/** The state of a running controller, requested and printed: {@code ./terra status} and {@code ./terra shuffles}. */
@NullMarked
package dev.terra.cli.status;

import org.jspecify.annotations.NullMarked;
