/** Hadoop's configuration files, for those who have no Hadoop on their class path. */
@NullMarked
package dev.terra.config.hadoop;

import org.jspecify.annotations.NullMarked;
