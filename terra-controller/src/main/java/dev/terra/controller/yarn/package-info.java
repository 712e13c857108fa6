/** YARN's ResourceManagers, which are asked in which queue an application runs. */
@NullMarked
package dev.terra.controller.yarn;

import org.jspecify.annotations.NullMarked;
