/**
 * What operators may do: commands, the actions in force, and the terms they set.
 */
package dev.terra.controller.core.operate;
