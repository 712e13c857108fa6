/** Reading of topology files into the WAN model: Terra's YAML format and the Topology Zoo's GML. */
@NullMarked
package dev.terra.topology;

import org.jspecify.annotations.NullMarked;
