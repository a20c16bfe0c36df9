/**
 * How processes learn of failures: who watches whom, and how a notice reaches all that live. Pure:
 * no sockets, threads or clocks. After Bland, "Enabling Application Resilience With and Without the
 * MPI Standard", sections III and V, and MPI/FT (Batchu), section 7.2.
 */
package org.ftmpj.network.notice;
