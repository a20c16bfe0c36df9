/** A program that says what it sees of itself: its classes, stacks, texts and identities. */
package org.ftmpj.it.program.views;
