/** Sends: the gate that they pass, and whether the channel log already holds them. */
package org.ftmpj.protocol.send;
