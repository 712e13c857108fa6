/** Commands that send requests to a running controller over HTTP. */
@NullMarked
package dev.terra.cli.operate;

import org.jspecify.annotations.NullMarked;
