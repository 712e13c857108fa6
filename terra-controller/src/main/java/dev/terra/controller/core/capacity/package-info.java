/** What links carry: measurements, the capacity that may be planned, and how much of it is granted. */
@NullMarked
package dev.terra.controller.core.capacity;

import org.jspecify.annotations.NullMarked;
