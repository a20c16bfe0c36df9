/**
 * The first classes of the agent, on the application's class path: the virtual machine calls {@code
 * Premain}, which starts the agent inside of the isolated class loader ({@code IsolatedLoader}) if
 * the process is a rank of a job ({@code Membership}).
 */
package org.ftmpj.agent.entry;
