/**
 * Sessions between hosts. Begin with {@link org.ftmpj.network.Session}. After LA-MPI (Graham et
 * al., "A Network-Failure-Tolerant Message-Passing System for Terascale Clusters") and
 * NewMadeleine.
 */
package org.ftmpj.network;
