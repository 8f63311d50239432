/** The common parts of both plans of a send: a distribution to one recipient, which may be anybody's. */
import type { Movement, Packing, Spend } from '../../transfers/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import type { Recipient } from './check-recipient.ts'

type Change = { before: bigint; after: bigint }
export type PlannedSend = {
  /** A request of a distribution, of SOL or of a token. */
  request: object
  movement: Movement
  spends: Spend[]
  /** For simulation: no key is opened. */
  packing: Packing
  /** null: SOL. */
  mint: string | null
  symbol: string
  decimals: number
  /** The amount that the token withholds. */
  withheld: bigint
  /** Lamports. */
  fee: bigint
  /** Accounts that are opened, and the lamports in them. */
  rent: { accounts: number; lamports: bigint }
  source: { sol: Change; token: Change | null }
  recipient: Change
}

const short = (address: string) => `${address.slice(0, 4)}...${address.slice(-4)}`
export const getName = ({ own, address }: Recipient): string => own?.name ?? short(address)

export const toMovement = (
  source: OwnedWallet,
  recipient: Recipient,
  what: { mint: string; amount: bigint },
): Movement => ({
  walletId: recipient.own?.id ?? null,
  walletName: getName(recipient),
  source: source.address,
  destination: recipient.address,
  ...what,
})
