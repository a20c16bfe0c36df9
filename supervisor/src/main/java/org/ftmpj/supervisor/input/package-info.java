/** The standard input of rank 0, recorded so that it can be read again. */
package org.ftmpj.supervisor.input;
