/**
 * The protocol of docs/protocol.md: of one rank, and of event loggers in a majority. Each package
 * answers one question and uses only the packages above it in this table; a test checks this.
 *
 * <table>
 * <caption>Packages</caption>
 * <tr><th>package</th><th>question</th><th>begin with</th></tr>
 * <tr><td>channel</td><td>what is in a channel log, and which logs does a rank need?</td>
 *     <td>{@code Interconnect}, which is {@code OutboundLogs}, {@code InboundLogs} and
 *     {@code ArrivalWaits}</td></tr>
 * <tr><td>event</td><td>what decides something, and where is it recorded?</td>
 *     <td>{@code Determinant}, {@code EventLog}</td></tr>
 * <tr><td>thread</td><td>in which order did the threads' actions take effect?</td>
 *     <td>{@code EventOrder}, {@code Threads}</td></tr>
 * <tr><td>report</td><td>where is a rank, what does it wait for, how does it diverge?</td>
 *     <td>{@code OperationHistory}, {@code WaitReports}</td></tr>
 * <tr><td>replay</td><td>is the next outcome recorded, or new and to be recorded?</td>
 *     <td>{@code RankStates}, {@code ReplayCursor}, {@code Recorder}</td></tr>
 * <tr><td>send</td><td>may a send leave the rank, and does the channel log already hold it?</td>
 *     <td>{@code Gate}, {@code Outbound}</td></tr>
 * <tr><td>match</td><td>which message does a receive get, and which requests complete?</td>
 *     <td>{@code Matching}, {@code Arrivals}</td></tr>
 * <tr><td>rank</td><td>what happens in one call of the program?</td>
 *     <td>{@code RankSession}, {@code Operation}</td></tr>
 * <tr><td>quorum</td><td>what may an event logger accept, and what does its writer do?</td>
 *     <td>{@code QuorumWriter}, {@code Replica}</td></tr>
 * </table>
 *
 * <p>Everything is pure: no sockets, files, threads or clocks. The exception is package {@code
 * thread}, in which real threads wait.
 */
package org.ftmpj.protocol;
