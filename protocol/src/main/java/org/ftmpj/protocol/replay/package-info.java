/**
 * Replay and recording: outcomes come from the record of earlier incarnations until that is used
 * up; then new ones are recorded.
 */
package org.ftmpj.protocol.replay;
