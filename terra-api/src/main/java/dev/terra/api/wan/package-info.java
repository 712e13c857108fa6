/** The messages that name parts of the WAN. */
@NullMarked
package dev.terra.api.wan;

import org.jspecify.annotations.NullMarked;
