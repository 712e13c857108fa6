/** Conversion of parts of the WAN to and from messages. */
@NullMarked
package dev.terra.api.wan;

import org.jspecify.annotations.NullMarked;
