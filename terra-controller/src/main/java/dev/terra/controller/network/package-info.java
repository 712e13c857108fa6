/** Network drivers that make the network itself carry tunnels along their paths. */
@NullMarked
package dev.terra.controller.network;

import org.jspecify.annotations.NullMarked;
