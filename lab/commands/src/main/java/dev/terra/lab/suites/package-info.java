/** {@code ./terra verify} with real jobs: engines, faults under jobs, agents that share sites, upgrades, nodes that observe. */
package dev.terra.lab.suites;
