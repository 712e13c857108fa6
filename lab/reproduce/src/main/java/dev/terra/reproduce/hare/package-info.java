/** A cache and the rates behind it, shared by tenants (HARE, FAST 2026): key-value stores with limits, in virtual time. */
@NullMarked
package dev.terra.reproduce.hare;

import org.jspecify.annotations.NullMarked;
