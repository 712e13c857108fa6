/** Reads topology files into the WAN model: our YAML format and the Topology Zoo's GML. */
@NullMarked
package dev.terra.topology;

import org.jspecify.annotations.NullMarked;
