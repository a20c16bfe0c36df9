/**
 * The control block: a mapped file by which the ranks of a host, their supervisors and tools see
 * each other's state.
 */
package org.ftmpj.transport.control;
