/** The parts of Hadoop's map outputs that the site's agents may read. */
@NullMarked
package dev.terra.shuffle.segment;

import org.jspecify.annotations.NullMarked;
