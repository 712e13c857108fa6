/** Bytes that have arrived and wait for their reader: memory first, then one file, both bounded. */
@NullMarked
package dev.terra.agent.spool;

import org.jspecify.annotations.NullMarked;
