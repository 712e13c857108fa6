/** The finished map outputs on this node: their files, their indexes, and the watch over them. */
@NullMarked
package dev.terra.shuffle.output;

import org.jspecify.annotations.NullMarked;
