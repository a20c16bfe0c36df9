/**
 * The process that the agent is in: which incarnation of which rank it is ({@code Place}), its main
 * class, where FTMPJ writes about itself ({@code Diagnostics}), and how it is stopped ({@code
 * HaltingFailStop}).
 */
package org.ftmpj.agent.process;
