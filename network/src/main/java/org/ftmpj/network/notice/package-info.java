/**
 * The watch of processes for each other, and the spread of a notice of a failure to all live ones.
 * Pure: no sockets, threads or clocks. After Bland, "Enabling Application Resilience With and
 * Without the MPI Standard", section V, and MPI/FT (Batchu), section 7.2.
 */
package org.ftmpj.network.notice;
