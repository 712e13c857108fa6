/** The versions of the protocols between programs. */
@NullMarked
package dev.terra.api.version;

import org.jspecify.annotations.NullMarked;
