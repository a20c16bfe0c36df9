/**
 * Reports of a rank on itself: where in the program it is, what it waits for, what it has done, and
 * how it diverges from its record.
 */
package org.ftmpj.protocol.report;
