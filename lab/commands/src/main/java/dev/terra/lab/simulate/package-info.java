/** How far policies are from the optimum: {@code ./terra bench bound}. */
package dev.terra.lab.simulate;
