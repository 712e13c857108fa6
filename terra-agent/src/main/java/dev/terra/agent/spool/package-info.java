/** The storage for bytes that have arrived and wait for their reader: first memory, then one file, both bounded. */
@NullMarked
package dev.terra.agent.spool;

import org.jspecify.annotations.NullMarked;
