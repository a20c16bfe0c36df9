/**
 * Several threads of a program (protocol rule THREAD_ORDER): who they are, in which order what they
 * do took effect, and that order again in a replay.
 */
package org.ftmpj.protocol.thread;
