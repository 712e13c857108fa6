/** Where bytes of queues may be. Pure. */
@NullMarked
package dev.terra.core.residency;

import org.jspecify.annotations.NullMarked;
