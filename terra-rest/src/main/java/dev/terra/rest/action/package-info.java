/** What an operator may have the controller do. */
@NullMarked
package dev.terra.rest.action;

import org.jspecify.annotations.NullMarked;
