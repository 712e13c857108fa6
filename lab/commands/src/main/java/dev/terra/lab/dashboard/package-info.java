/** The dashboard in a real browser: its tests, alone and on a testbed, and a way to it from outside of a testbed. */
package dev.terra.lab.dashboard;
