package dev.terra.controller.core.operate;

import java.util.Optional;

/**
 * An operator's action as the next leader needs it.
 *
 * @param number of the action
 * @param atMillis when, since 1970
 * @param by who wanted it
 * @param reason why; empty if no reason was given
 * @param command what was wanted; empty: the action of this number was undone
 */
public record KeptAction(long number, long atMillis, String by, String reason, Optional<OperatorCommand> command) {}
