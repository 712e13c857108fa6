/** Reading of Hadoop's configuration files without Hadoop on the class path. */
@NullMarked
package dev.terra.config.hadoop;

import org.jspecify.annotations.NullMarked;
