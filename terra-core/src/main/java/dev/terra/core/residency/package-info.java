/** Rules for the sites at which bytes of queues may be. They are pure. */
@NullMarked
package dev.terra.core.residency;

import org.jspecify.annotations.NullMarked;
