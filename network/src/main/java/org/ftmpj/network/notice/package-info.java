/**
 * Who watches whom, and how a notice of a failure reaches all processes that live. Pure: no
 * sockets, threads or clocks. After Bland, "Enabling Application Resilience With and Without the
 * MPI Standard", section V, and MPI/FT (Batchu), section 7.2.
 */
package org.ftmpj.network.notice;
