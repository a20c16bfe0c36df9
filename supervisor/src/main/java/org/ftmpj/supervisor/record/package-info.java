/**
 * Small files of a job's directory, one class each: written at once by a rename, and read by other
 * processes.
 */
package org.ftmpj.supervisor.record;
