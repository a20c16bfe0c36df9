/** Programs that take their checkpoints by themselves, by the calls of MPI/FT. */
package org.ftmpj.samples.aware;
