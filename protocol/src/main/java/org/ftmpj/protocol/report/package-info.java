/**
 * A rank's reports on itself: its place in the program, its waits, its latest operations, and
 * divergences from its record.
 */
package org.ftmpj.protocol.report;
