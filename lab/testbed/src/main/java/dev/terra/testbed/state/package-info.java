/** The state of a testbed on disk: its folders, and its processes. */
package dev.terra.testbed.state;
