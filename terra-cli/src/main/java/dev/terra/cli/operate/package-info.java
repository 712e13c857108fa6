/** Commands that ask a running controller over HTTP, or have it do something. */
package dev.terra.cli.operate;
