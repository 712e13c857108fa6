/** The tests of the dashboard in a real browser, alone and on a testbed, and access to it from outside of a testbed. */
package dev.terra.lab.dashboard;
