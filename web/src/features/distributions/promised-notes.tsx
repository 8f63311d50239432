import { type Promised, promisedText } from '@purser/contract/promised.ts'

/** What the wallets that pay have promised already: it is asked about before it is given away. */
export function PromisedNotes({ promised = [] }: { promised?: Promised[] | undefined }) {
  if (promised.length === 0) return null
  return (
    <div className="amber-note" role="note">
      {promised.map((one) => (
        <div key={`${one.wallet} ${one.by} ${one.symbol}`}>{promisedText(one)}</div>
      ))}
    </div>
  )
}
