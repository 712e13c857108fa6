/** How much of an agent anybody may take before he has said who he is. */
package dev.terra.agent.door;
