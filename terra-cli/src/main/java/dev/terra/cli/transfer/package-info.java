/** Moving bytes between sites: {@code ./terra submit}. */
@NullMarked
package dev.terra.cli.transfer;

import org.jspecify.annotations.NullMarked;
