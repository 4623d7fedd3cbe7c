// The order in which contenders are measured: A B C, then C B A, so that a machine that gets slower or faster treats
// all of them alike.

/** One list of contenders per round. */
export function turns<T>(contenders: readonly T[], rounds: number): T[][] {
  return Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? [...contenders] : contenders.toReversed()))
}
