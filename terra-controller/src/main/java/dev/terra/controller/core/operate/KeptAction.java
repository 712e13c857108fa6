package dev.terra.controller.core.operate;

import java.util.Optional;

/**
 * An operator's action in the form that the next leader needs.
 *
 * @param number the number of the action
 * @param atMillis when it was done, in milliseconds since 1970
 * @param by the operator who requested it
 * @param reason why; empty if no reason was given
 * @param command the command; empty if the action of this number was undone
 */
public record KeptAction(long number, long atMillis, String by, String reason, Optional<OperatorCommand> command) {}
