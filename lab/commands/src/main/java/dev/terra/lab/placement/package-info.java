/** The measurement of what {@linkplain dev.terra.lab.placement.BenchPlacementCommand placement} costs the ResourceManager. */
package dev.terra.lab.placement;
