/** The finished map outputs on this node: their files, their indexes, and the watch over them. */
package dev.terra.shuffle.output;
