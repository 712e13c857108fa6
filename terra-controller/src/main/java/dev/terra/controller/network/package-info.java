/** Network drivers that make the network itself carry tunnels along their paths. */
package dev.terra.controller.network;
