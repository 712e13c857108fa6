/** Fakes and faults for the agent's tests. */
package dev.terra.agent.support;
