/** {@code ./terra bench bound}: measures how far policies are from the optimum. */
package dev.terra.lab.simulate;
