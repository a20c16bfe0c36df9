/**
 * Ordinary programs, each written as another author would: for checkpoints, of what programs are
 * like that know nothing of them.
 */
package org.ftmpj.it.program.habits;
