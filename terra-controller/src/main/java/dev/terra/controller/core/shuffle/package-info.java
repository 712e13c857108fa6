/**
 * The shuffles that run: their volumes by site and reducer, their places, and their progress.
 */
package dev.terra.controller.core.shuffle;
