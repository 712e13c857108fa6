/** The actions of operators: commands, the actions in force, and the terms that operators set. */
@NullMarked
package dev.terra.controller.core.operate;

import org.jspecify.annotations.NullMarked;
