/** Bytes that have arrived and wait for their reader: memory first, then one file, both bounded. */
package dev.terra.agent.spool;
