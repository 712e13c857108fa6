/** What the shuffle service of any engine needs on a node, free of the types of engines and of their protocols. */
package dev.terra.node;
