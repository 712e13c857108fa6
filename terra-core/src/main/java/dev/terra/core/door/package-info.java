/** Who stands at a port, and how much of a process a visitor may take before it has proved who it is. */
package dev.terra.core.door;
