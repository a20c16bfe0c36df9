/** Waiting: doorbells on which a rank sleeps, and for how long it spins before. */
package org.ftmpj.transport.bell;
