/**
 * Small files of a job's directory, one class each: written atomically by a rename, and read by
 * other processes.
 */
package org.ftmpj.supervisor.record;
