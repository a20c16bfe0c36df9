/** The end of a job: the first reason counts ({@code Verdict}). */
package org.ftmpj.supervisor.ending;
