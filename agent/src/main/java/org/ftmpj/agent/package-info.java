/**
 * The wiring of one rank. {@code Agent} reads the configuration, chooses a {@code Role} (a rank
 * that runs, {@code LiveRank}, or one that is repeated, {@code VerifiedRank}). {@code RankStartup}
 * brings it up, phase by phase, and installs what the program calls: {@code RankHooks} for MPI,
 * {@code RankValues} for values, {@code ProgramFiles} and {@code ProgramChildren} for files and
 * processes, {@code StandardOutputs} for what it prints.
 *
 * <p>All of it is inside of the isolated class loader. An exception in this code stops the rank
 * ({@code HaltingFailStop}).
 */
package org.ftmpj.agent;
