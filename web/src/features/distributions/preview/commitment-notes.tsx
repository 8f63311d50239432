import { type Commitment, commitmentText } from '@purser/contract/agents/commitments.ts'
import css from '../distribution-center.module.css'

/** Lists funds that the paying wallets have committed already, before they are spent. */
export function CommitmentNotes({ committed = [] }: { committed?: Commitment[] | undefined }) {
  if (committed.length === 0) return null
  return (
    <div className={`amber-note ${css.banner}`} role="note">
      {committed.map((one) => (
        <div key={`${one.wallet} ${one.to} ${one.symbol}`}>{commitmentText(one)}</div>
      ))}
    </div>
  )
}
