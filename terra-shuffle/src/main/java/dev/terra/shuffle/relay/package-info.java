/** Responses that come through the site's agent, or from the origin when that fails. */
@NullMarked
package dev.terra.shuffle.relay;

import org.jspecify.annotations.NullMarked;
