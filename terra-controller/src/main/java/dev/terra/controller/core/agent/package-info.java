/**
 * The agents that are attached: which slices of a site each carries, what each reports, and when it is lost.
 */
package dev.terra.controller.core.agent;
