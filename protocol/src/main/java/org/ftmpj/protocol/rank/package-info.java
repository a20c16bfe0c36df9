/**
 * Operations, one class for each kind of call of the program, and the session through which the
 * device of a rank makes them.
 */
package org.ftmpj.protocol.rank;
