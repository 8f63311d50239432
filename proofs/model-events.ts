/** The events of each transaction on a modelled chain, for finding out why the books differ from it. */
export type ModelEvent = {
  at: Date
  slot: bigint
  what: string
  signature: string
  addresses: string[]
  /** The new balance of each of them. */
  holds: bigint[]
}
type Noted = { signature: string; payer: string; moves: { from: string; to: string }[] }

export function createModelEvents(chain: { slot(): bigint; holds(address: string): bigint }) {
  const events: ModelEvent[] = []
  return {
    note(what: string, { signature, payer, moves }: Noted): void {
      const addresses = [...new Set([payer, ...moves.flatMap(({ from, to }) => [from, to])])]
      const holds = addresses.map(chain.holds)
      events.push({ at: new Date(), slot: chain.slot(), what, signature, addresses, holds })
    },
    /** Events of transactions between these addresses. */
    of: (addresses: string[]) =>
      events.filter((event) => event.addresses.some((one) => addresses.includes(one))),
  }
}
