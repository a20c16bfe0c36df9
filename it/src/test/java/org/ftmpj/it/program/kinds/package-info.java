/** Programs that each hold an object of another kind over calls of MPI. */
package org.ftmpj.it.program.kinds;
