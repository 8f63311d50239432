/** Every message of the Solana Distribution Center, of the server and the console. */

export const distributeTexts = {
  selection: 'Please select a source wallet and at least one destination',
  total: 'Please enter a total amount and click "Calculate" to set distribution amounts',
  customTotal: 'Please enter positive amounts for all selected destinations',
  invalid: (n: number) => `${n} destinations have invalid amounts. All amounts must be positive.`,
  /** Figures in SOL with 6 decimals. */
  insufficient: (c: {
    has: string
    needs: string
    total: string
    fees: string
    reserve: string
    most: string
  }) =>
    `Insufficient balance. Source wallet has ${c.has} SOL, but ${c.needs} SOL is required (${c.total} to distribute + ${c.fees} fees + ${c.reserve} minimum balance). Maximum distributable: ${c.most} SOL`,
  calculateTotal: 'Please enter a total amount to distribute',
  calculateSelection: 'Please select destination wallets first',
  calculateAmount: 'Please enter a valid positive amount',
  stale:
    'Wallet selection changed after calculation. Please click "Calculate" to update amounts before distributing.',
  completed: 'Distribution completed successfully',
  allFailed: 'All transfers failed - check balance and try fewer wallets',
  failed: 'Distribution failed',
  unreadable: 'Error processing distribution response',
} as const

export const gatherTexts = {
  selection: 'Please select a destination wallet and at least one source',
  customTotal: 'Please enter positive amounts for all selected source wallets',
  invalid: (n: number) => `${n} source wallets have invalid amounts. All amounts must be positive.`,
  completed: 'Gather operation completed successfully',
  allFailed: 'All gather operations failed - check wallet balances',
  failed: 'Gather operation failed',
  unreadable: 'Error processing gather response',
  /** Not an error of the chain: nothing was sent. */
  nothingThere: 'Insufficient balance: the wallet holds only the amount it keeps',
} as const

export const tokenTexts = {
  distribute: {
    selection: 'Please select a source wallet, token address, and at least one destination',
    positive: 'Please enter positive amounts for distribution',
    stale: 'Please click "Calculate" to update amounts before distributing',
    tooSmall: 'This total is too small for this many wallets',
    calculate: 'Please enter a valid total amount and have at least one destination wallet',
    started: 'Token distribution started',
    startFailed: 'Failed to start distribution',
    completed: 'Distribution completed successfully',
    allFailed: 'Distribution failed',
    failed: 'Distribution failed',
  },
  gather: {
    selection: 'Please select a destination wallet, token address, and at least one source',
    positive: 'Please enter positive amounts for gathering',
    started: 'Token gather started',
    startFailed: 'Failed to start gather',
    completed: 'Gather operation completed successfully',
    allFailed: 'Gather failed',
    failed: 'Gather failed',
  },
  preview: 'Nothing was moved',
  noToken: 'Please enter a token address first to see token balances',
  processing: (success: number, total: number, failed: number) =>
    `Processing: ${success}/${total} successful, ${failed} failed`,
  /** Errors of one transfer, known before anything is sent. */
  nothingThere: 'Insufficient balance: the wallet holds none of this token',
  feeRaised: 'The issuer of this token has since raised its transfer fee',
  noFee: 'Insufficient balance: neither the destination nor this wallet holds SOL for the fee',
} as const

const immovable: Record<Immovable, string> = {
  native: 'Wrapped SOL cannot be moved as a token. Use the Solana Distribution Center.',
  transfer_hook:
    'This token runs a program of its issuer on every transfer (a transfer hook), so it cannot be moved here.',
  permanent_delegate:
    'The issuer of this token can move it out of any wallet (a permanent delegate), so it cannot be moved here.',
  non_transferable: 'This token is non-transferable: it stays in the wallet it was issued to.',
  paused: 'The issuer has paused all transfers of this token.',
  unknown_extension:
    'This token has an extension that Purser does not recognize, so it cannot be moved here.',
}
export type Immovable =
  | 'native'
  | 'transfer_hook'
  | 'permanent_delegate'
  | 'non_transferable'
  | 'paused'
  | 'unknown_extension'
export const immovableText = ({ code }: { code: Immovable }): string => immovable[code]

/** Why a wallet neither pays a token nor is paid in it. */
export type Unusable = 'frozen' | 'starts_frozen' | 'not_theirs'
export const unusable: Record<Unusable, string> = {
  frozen: 'The token account of this wallet is frozen by the issuer of the token',
  starts_frozen: 'New accounts of this token stay frozen until its issuer thaws them',
  not_theirs: 'The token account of this wallet belongs to someone else',
}
export const unusableText = ({ wallet, code }: { wallet: string; code: Unusable }): string =>
  `${wallet} cannot take part. ${unusable[code]}.`

/** Wallets that a text names. */
const NAMED = 3

export const topUpTexts = {
  settingsFailed: 'Failed to update settings',
  triggerFailed: 'Failed to trigger auto distribution',
  /** The answers of a trigger. */
  nothingToDo: 'No wallet needs a top-up',
  started: (n: number) => `Topping up ${n} ${n === 1 ? 'wallet' : 'wallets'}`,
  underWay: (n: number) =>
    `${n === 1 ? 'A top-up of 1 wallet is' : `Top-ups of ${n} wallets are`} still in progress; no other wallet needs one`,
  /** Why an eligible wallet gets no top-up in this round. */
  fundingLow: 'The funding wallet has too little SOL for this top-up',
  capReached: 'Daily cap reached',
  tooOften: 'It has had two top-ups within an hour: someone else may have its key and be draining it',
  limited: 'Its key was once shown, exported or imported, and your limits of real money leave no room for it',
  /** The answer of a trigger. */
  leftOut: (names: readonly string[]) =>
    `Skipped because a third top-up within an hour was needed: ${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''}`,
} as const

export const partlyCompleted = (done: number, total: number) =>
  `Completed with ${done}/${total} successful transfers`
export const WALLET_BUSY = 'This wallet is already sending funds.'

/** These texts refer to an explorer, so they are shown only while an outcome is being resolved. */
const UNCERTAIN = 'may have succeeded despite timeout'
const FRIENDLY: readonly (readonly [words: readonly string[], text: string])[] = [
  [['insufficient funds for rent'], 'Insufficient balance - need more SOL or select fewer wallets'],
  [[UNCERTAIN], 'Transaction likely succeeded - check blockchain explorer'],
  [['block height exceeded', 'has expired'], 'Transaction timeout - may have succeeded anyway'],
  [['simulation failed'], 'Transaction would fail - check wallet balances'],
  [['insufficient balance'], 'Not enough SOL available in source wallet'],
  [['account not found'], 'Wallet address not found on network'],
  [['transaction too large'], 'Too many wallets selected - try smaller batches'],
  [['ended by its owner as not sent'], 'Ended by you: counted as not sent'],
  [['network error', 'timeout'], 'Network connection issue - please retry'],
]

/**
 * The text that people read for a wallet's error: the first row of specification 3's table whose words occur in it.
 * `certain`: the transfer has ended.
 */
export function friendlyError(error: string, { certain = false } = {}): string {
  const text = error.toLowerCase()
  const row = FRIENDLY.find(([words]) =>
    words.some((word) => text.includes(word) && !(certain && word === UNCERTAIN)),
  )
  return row?.[1] ?? 'Transfer failed - please check wallet status'
}
