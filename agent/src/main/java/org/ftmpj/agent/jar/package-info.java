/**
 * Makes the content of the agent's jar, when FTMPJ is built; not in the jar itself. What a library
 * does at every start of a rank, and what needs not be done again each time, is done here once.
 */
package org.ftmpj.agent.jar;
