/** The accounts of the modelled chain, and the effects of a transaction on them. */
import type { Move, Parsed } from './model-transaction.ts'

export const FEE = 5_000n
export const MODEL_RENT = 650_240n
/** The rent of a token account. */
export const MODEL_TOKEN_RENT = 1_488_440n
const FAILURE = 'Transaction simulation failed: '

/** `token` null: an account without data. */
export type Account = { lamports: bigint; token: { owner: string; units: bigint } | null }
type State = ReadonlyMap<string, Account>
const EMPTY: Account = { lamports: 0n, token: null }
export const unitsIn = ({ token }: Account) => token?.units ?? 0n

export type Outcome = {
  fee: bigint
  err: unknown
  /** In the words of the nodes. */
  text: string
  after: Map<string, Account>
}
type Failure = { custom: number } | { invalid: true } | null

const rentFails = ({ lamports: before }: Account, { lamports: after }: Account) =>
  after > 0n && after < MODEL_RENT && !(before > 0n && before < MODEL_RENT && after <= before)

/** One instruction; changes `set` unless it fails. */
function apply(
  move: Move,
  at: (address: string) => Account,
  set: (address: string, to: Account) => void,
): Failure {
  const [from, to] = [at(move.from), at(move.to)]
  const pay = (lamports: bigint) => {
    set(move.from, { ...from, lamports: from.lamports - lamports })
    set(move.to, { ...at(move.to), lamports: at(move.to).lamports + lamports })
  }
  switch (move.what) {
    case 'lamports':
      if (from.lamports < move.lamports) return { custom: 1 }
      pay(move.lamports)
      return null
    case 'open':
      if (to.token) return null
      if (from.lamports < MODEL_TOKEN_RENT) return { custom: 1 }
      set(move.to, { ...to, token: { owner: move.owner, units: 0n } })
      pay(MODEL_TOKEN_RENT)
      return null
    case 'units':
      if (!from.token || !to.token) return { invalid: true }
      if (from.token.units < move.units) return { custom: 1 }
      set(move.from, { ...from, token: { ...from.token, units: from.token.units - move.units } })
      set(move.to, { ...to, token: { ...to.token, units: to.token.units + move.units } })
      return null
    case 'close':
      if (!from.token) return { invalid: true }
      if (from.token.units > 0n) return { custom: 11 }
      pay(from.lamports)
      set(move.from, EMPTY)
      return null
  }
}

/** The effects of executing it now. null: it cannot even pay its fee. */
export function tryOut(accounts: State, { payer, signers, moves }: Parsed): Outcome | null {
  const holds = (address: string) => accounts.get(address) ?? EMPTY
  const fee = FEE * BigInt(signers)
  const paying = holds(payer)
  const paid = { ...paying, lamports: paying.lamports - fee }
  if (paid.lamports < 0n || rentFails(paying, paid)) return null
  const failed = (err: unknown, text: string): Outcome => ({
    fee,
    err,
    text: `${FAILURE}${text}`,
    after: new Map([[payer, paid]]),
  })
  const after = new Map([[payer, paid]])
  const at = (address: string) => after.get(address) ?? holds(address)
  for (const [i, move] of moves.entries()) {
    const failure = apply(move, at, (address, to) => after.set(address, to))
    if (failure && 'custom' in failure)
      return failed(
        { InstructionError: [i, { Custom: failure.custom }] },
        `custom program error: #${failure.custom}`,
      )
    if (failure)
      return failed({ InstructionError: [i, 'InvalidAccountData'] }, 'invalid account data for instruction')
  }
  if ([...after].some(([address, to]) => rentFails(holds(address), to)))
    return failed(
      { InsufficientFundsForRent: { account_index: 1 } },
      'Transaction results in an account with insufficient funds for rent',
    )
  return { fee, err: null, text: '', after }
}
