/**
 * The repetition of one rank from its record, for {@code ftmpj verify}.
 *
 * <p>The command starts what {@code incarnations/RANK.start} says ({@code RankReplay}), with option
 * {@code verify} in the environment. The agent then is a {@code VerifiedRank} instead of a {@code
 * LiveRank}: its session works on a {@code RecordedInterconnect}, in which all messages have
 * arrived and every send is recorded, on a {@code RecordedEventLog}, and prints to a {@code
 * RecordedOutput} that compares. What differs, and what is new, is a {@code DivergedException};
 * {@code Verification} decides whether that is a divergence or just the end of a record that was
 * cut off, and leaves a {@code VerificationReport}.
 *
 * <p>From a checkpoint (option {@code verify.checkpoint}) {@code Restart.recorded} chooses it,
 * session and logs begin at its positions as those of a rank that restarts, and {@code
 * RepeatedCheckpoint} has the program restored; it takes none. Nothing of that writes to the job's
 * directory: files that were open are opened as scratch files in the directory of the report.
 */
package org.ftmpj.replay.rank;
