/** The measurement of what viewers cost a controller. */
package dev.terra.lab.viewers;
