/** A client of ONOS's REST interface: what its switches, links and rules are, and rules to put in and take out. */
@NullMarked
package dev.terra.network.onos;

import org.jspecify.annotations.NullMarked;
