/**
 * The agreement among several event loggers of a job: the state machine of {@code
 * org.ftmpj.logger.agreement} on Apache Ratis (Raft), in the processes of the loggers. Begin with
 * {@link org.ftmpj.coordinator.RatisCoordination}. Records of determinants do not pass this module.
 *
 * <p>{@code LoggersAgreement} asks one logger after the other (COORDINATE, then ASK and TOLD),
 * until one answers for a majority. In the logger {@code Coordinators} has the first question of a
 * job open its {@code AgreementEndpoint}; so does the start of a logger that had one. This is a
 * port, behind which is {@code RatisCoordination}, a Raft server for each job, closed and removed
 * when the job is forgotten. A member that does not lead says who does, and asks that one ({@code
 * LeaderForwarding}) for a process that does not reach it. Of several ensembles the first one
 * agrees.
 *
 * <ul>
 *   <li>Jars: {@code ./ftmpj build} puts them into {@code coordinator/target/coordinator}, and
 *       {@code CoordinatorLibraries} loads them from there, or from the directory {@code
 *       coordinator} beside the logger's jar, by a class loader of their own, in which what Ratis
 *       logs goes nowhere. A logger that does not find them says so ({@code FTMPJ-1408}) and keeps
 *       determinants as before.
 *   <li>Secret: each server makes a new key, and a certificate whose name is the HMAC of that key
 *       by the secret ({@code Certificate}). Who does not know the secret can make none, nor use
 *       one it has seen.
 *   <li>Terms: a claim names the term after which it is, so of several one gets the next; what an
 *       older coordinator decides is refused. A command that is sent again after a lost answer has
 *       the same number and is carried out once; what was accepted need be remembered only until
 *       the next claim.
 *   <li>Founding: the loggers cannot found a group by themselves, for two majorities of them could
 *       found two. The process that has named the job names its members once, when it claims the
 *       first term ({@code Founding}), and nobody else ever does; if it dies before, a majority
 *       says that there is no agreement. It waits 10 s for all, and does with a majority only then:
 *       founded with the first two of three, both would be needed until the third one is taken in.
 *       A member writes its members before it votes; Ratis does with the first record, and one that
 *       was killed before forgot them. What a member has that was killed before that is removed at
 *       its next start ({@code UnfinishedFounding}), and it is told again. If the founding process
 *       is lost when it has told some, these tell the others: a member without a leader passes on
 *       what it was told ({@code MembershipMaintenance}), never other members.
 *   <li>First record: each member begins with a snapshot of the state before all commands ({@code
 *       AgreedMachine}).
 *   <li>Lost stores: a server that has lost its disk must not vote as the one that it was. So its
 *       id belongs to its store ({@code Identity}). The leader looks every two seconds whether each
 *       logger is the member it knows ({@code MembershipMaintenance}), and takes in another one
 *       instead, or one that was away when they were founded.
 *   <li>Reads are linearizable; {@code LinearizableReadTest} shows why they have to be.
 *   <li>TLS and sockets are the JDK's ({@code SecretTls}, {@code RatisOpener}).
 * </ul>
 */
package org.ftmpj.coordinator;
