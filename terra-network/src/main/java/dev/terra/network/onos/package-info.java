/** A client of ONOS's REST interface, which reads switches, links and rules, and installs and removes rules and groups. */
@NullMarked
package dev.terra.network.onos;

import org.jspecify.annotations.NullMarked;
