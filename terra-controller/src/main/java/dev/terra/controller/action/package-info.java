/** Where operators' actions outlive the controller that did them. */
@NullMarked
package dev.terra.controller.action;

import org.jspecify.annotations.NullMarked;
