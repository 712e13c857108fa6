/** What the agent hears from the controller and tells it, and what it does while there is none. */
package dev.terra.agent.control;
