/**
 * Ports to the channel logs: what a rank writes ({@code OutboundLogs}), reads ({@code InboundLogs})
 * and waits for ({@code ArrivalWaits}), all of them together ({@code Interconnect}, and {@code
 * RestorableInterconnect} for checkpoints), and the content of the logs ({@code Envelope}, {@code
 * Arrival}).
 */
package org.ftmpj.protocol.channel;
