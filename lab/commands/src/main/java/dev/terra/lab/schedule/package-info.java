/** Measurements and checks of the scheduling core: {@code ./terra bench schedule}. */
package dev.terra.lab.schedule;
