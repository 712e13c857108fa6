/** Reads topology files into the WAN model: our YAML format and the Topology Zoo's GML. */
package dev.terra.topology;
