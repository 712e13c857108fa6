/**
 * What runs in YARN's ResourceManager: requests for reducers that may run anywhere become requests for the sites that Terra's controller
 * advises. The decision is pure; the ResourceManager never waits for the controller.
 */
@NullMarked
package dev.terra.resourcemanager;

import org.jspecify.annotations.NullMarked;
