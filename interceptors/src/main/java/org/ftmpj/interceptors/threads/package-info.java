/**
 * Weaves, in classes of the program, where threads start and where they hand something over, so
 * that the order can be recorded and repeated (protocol rule THREAD_ORDER).
 */
package org.ftmpj.interceptors.threads;
