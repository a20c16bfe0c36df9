/**
 * Several threads of a program (protocol rule 18): who they are, in which order what they do took
 * effect, and that order again in a replay.
 */
package org.ftmpj.protocol.thread;
