/** Messages that carry the sites at which bytes of queues may be. */
@NullMarked
package dev.terra.api.residency;

import org.jspecify.annotations.NullMarked;
