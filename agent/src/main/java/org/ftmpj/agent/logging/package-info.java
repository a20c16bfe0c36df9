/**
 * SLF4J for FTMPJ's own code and its libraries: what they log goes to the diagnostics of the rank.
 */
package org.ftmpj.agent.logging;
