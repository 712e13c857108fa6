/** Units at the borders of modules, so that no bare number crosses them. */
package dev.terra.core.units;
