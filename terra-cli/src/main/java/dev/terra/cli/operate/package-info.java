/** Commands that ask a running controller over HTTP, or have it do something. */
@NullMarked
package dev.terra.cli.operate;

import org.jspecify.annotations.NullMarked;
