/** Storage in which operators' actions outlive the controller that carried them out. */
@NullMarked
package dev.terra.controller.action;

import org.jspecify.annotations.NullMarked;
