/** How a job ends: the first reason counts ({@code Verdict}). */
package org.ftmpj.supervisor.ending;
