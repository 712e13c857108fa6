/** The actions that operators may request of the controller. */
@NullMarked
package dev.terra.rest.action;

import org.jspecify.annotations.NullMarked;
