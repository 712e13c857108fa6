/** Hadoop's configuration files, for those who have no Hadoop on their class path. */
package dev.terra.config.hadoop;
