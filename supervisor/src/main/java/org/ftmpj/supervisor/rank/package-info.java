/**
 * Starts one rank, waits for its end and starts it again ({@code RankSupervisor}, {@code
 * RankProcess}); finds ranks that hang, crash in a loop, or are killed for lack of memory.
 */
package org.ftmpj.supervisor.rank;
