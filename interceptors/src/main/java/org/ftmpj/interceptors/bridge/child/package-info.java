/**
 * Processes that the program starts. What they answer is recorded, what they are given is output; a
 * process that had not ended when the rank died is run again.
 */
package org.ftmpj.interceptors.bridge.child;
