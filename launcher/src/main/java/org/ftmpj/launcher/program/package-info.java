/**
 * The program of a job: its class path, its {@code java} command, and what a user asked for ({@code
 * RunRequest}).
 */
package org.ftmpj.launcher.program;
