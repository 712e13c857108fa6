/** The parts of a node that the shuffle services of all engines share, without the types and protocols of any engine. */
@NullMarked
package dev.terra.node;

import org.jspecify.annotations.NullMarked;
