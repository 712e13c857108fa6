/**
 * The part of Terra that runs in YARN's ResourceManager. It turns requests for reducers that may run anywhere into requests for the
 * sites that Terra's controller advises. The decision depends only on its inputs, and the ResourceManager never waits for the
 * controller.
 */
@NullMarked
package dev.terra.resourcemanager;

import org.jspecify.annotations.NullMarked;
