/**
 * Weaves, in classes of the program, where threads are born and where they hand something over, so
 * that the order can be recorded and repeated (protocol rule 18).
 */
package org.ftmpj.interceptors.threads;
