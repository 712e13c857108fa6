/** {@code ./terra certs}. */
@NullMarked
package dev.terra.cli.certs;

import org.jspecify.annotations.NullMarked;
