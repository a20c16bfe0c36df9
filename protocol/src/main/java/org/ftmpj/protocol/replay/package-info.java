/**
 * Replay and recording: outcomes are repeated from the record of earlier incarnations until all of
 * it is used up, and new ones are recorded.
 */
package org.ftmpj.protocol.replay;
