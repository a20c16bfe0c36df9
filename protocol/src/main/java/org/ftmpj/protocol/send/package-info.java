/** Sends: the gate before them, and the comparison with the channel log. */
package org.ftmpj.protocol.send;
