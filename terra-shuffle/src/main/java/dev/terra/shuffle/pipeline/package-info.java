/** Terra's handler in each reducer connection. */
package dev.terra.shuffle.pipeline;
