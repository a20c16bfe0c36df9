package org.ftmpj.agent.checkpoint;

/** An object of FTMPJ that the program's objects lead to, and that is in their image like these. */
public interface Imaged {}
