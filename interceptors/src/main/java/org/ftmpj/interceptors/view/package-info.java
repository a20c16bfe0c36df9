/**
 * The program's view of itself: reflection, stack traces and texts are as without FTMPJ. Classes of
 * the JDK are changed for it, and call functions of this package.
 *
 * <p>Three classes are changed, in one retransformation that takes a few milliseconds ({@code
 * ProgramViews}): the filter of reflection, {@code StackTraceElement} and {@code
 * NullPointerException}. Each passes what it returns through a function of ours, which it finds in
 * a class that is defined in {@code java.lang} for that ({@code JdkFunctions}), because the JDK
 * sees no other of ours.
 *
 * <ul>
 *   <li>{@code HiddenMembers} leaves out members that weaving has added; they are synthetic, and
 *       named so that no compiler's are. Our own code reads fields past that filter ({@code
 *       DeclaredFields}).
 *   <li>{@code HiddenFrames} leaves out frames, by the rules of {@code ProgramStack}, to which
 *       calls of {@code StackWalker} are redirected.
 *   <li>{@code NullTexts}: the virtual machine makes the text from the code that failed, when it is
 *       asked for. Where that is ours, or speaks of ours, {@code NullText} makes it from the class
 *       file as the compiler has written it. {@code OriginalCode} finds the instruction: it weaves
 *       the class again with a line number for each instruction, and weaving leaves line numbers
 *       alone. If the exception came out of the bridge, the reference was the object of the call if
 *       it was the first argument of the bridge's method.
 *   <li>{@code StandIns} stands for {@code getClass} and {@code getSuperclass}.
 * </ul>
 */
package org.ftmpj.interceptors.view;
