/**
 * Changes classes as they are loaded: doorways in MPJ Express (package {@code doorway}), call sites
 * in the program ({@link org.ftmpj.interceptors.weave.ProgramWeaving}). All of them lead to {@link
 * org.ftmpj.interceptors.bridge.Bridge}. Before weaving, the shape of the MPJ Express found is
 * compared with the one known; after it, a self-test proves that the weaving took.
 *
 * <p>{@code Weaver} sees each class as it is loaded. One of the program becomes a {@code
 * ProgramWeaving}: the members of the class ({@code ClassOutline}) and one walk of its constants
 * ({@code ConstantPool}), which name every method that its code calls or refers to, decide whether
 * it is rewritten at all. {@code Replacements} is the table of what becomes of a call: each entry
 * says its purpose ({@code Purpose}: clocks, files, threads), where in the call ({@code
 * Replacement.How}: before it, instead of it, to its result), and which method of the bridge. Its
 * parts are {@code ValueCalls}, {@code FileCalls}, {@code MeasuredCalls}, {@code TextCalls} and,
 * for threads, {@code ThreadCalls}. Then {@code ProgramRewriter} passes over the code once. A
 * reference to a method, a constant that is one, and what a dynamic constant is made of are turned
 * into references to added methods that make the call ({@code MethodReferences}). {@code
 * Constructions} knows what is made by {@code new}, {@code Synchronization} the instructions by
 * which threads meet.
 *
 * <p>To look at 1,000 classes of a library and rewrite 600 of them takes 0.5 s of processor time in
 * a virtual machine that has just started, 0.13 s once our code is compiled (2026-11-22).
 */
package org.ftmpj.interceptors.weave;
