/** Pure scheduling: path sets, LP solvers, policies, rounds. */
package dev.terra.schedule;
