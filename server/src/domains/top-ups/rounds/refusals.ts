/** Why wallets in need get nothing in a round, as it is kept. */
import type { OwnedWallet } from '../../wallets/index.ts'
import type { Low, RoundPlan } from './plan-round.ts'
import type { Refusal } from '../refusals.store.ts'

/** `often`: emptied again and again. `bound`: by the limits of real money. */
type LeftOut = Pick<RoundPlan, 'short' | 'capped'> & { often: Low[]; bound: Low[] }
type Payer = { userId: number; funding: Pick<OwnedWallet, 'name' | 'address'> }

/** All wallets that are left out, but of those that the cap stops the first alone. */
export function toRefusals(
  { userId, funding }: Payer,
  { short, capped, often, bound }: LeftOut,
  day: string,
): { wallets: Refusal[]; cap: Refusal | null } {
  const refusal =
    (reason: Refusal['reason']) =>
    ({ id, name, address }: Low): Refusal => ({
      userId,
      reason,
      walletId: id,
      walletName: name,
      address,
      fundingName: funding.name,
      fundingAddress: funding.address,
      day,
    })
  const [first] = capped
  return {
    wallets: [
      ...short.map(refusal('funding_low')),
      ...often.map(refusal('too_often')),
      ...bound.map(refusal('limit')),
    ],
    cap: first ? refusal('cap_reached')(first) : null,
  }
}
