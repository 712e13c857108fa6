/** Measures what an operator's actions by REST change, and how soon, on a real testbed. */
package dev.terra.lab.actions;
