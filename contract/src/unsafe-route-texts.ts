/** Why a swap that a service proposed is not signed. */
export type UnsafeRoute =
  | 'other_mints'
  | 'other_amount'
  | 'other_slippage'
  | 'low_threshold'
  | 'foreign_signer'
  | 'foreign_program'
  | 'setup'
  | 'cleanup'
  | 'tip'
  | 'unknown_swap'
  | 'swap_amount'
  | 'swap_slippage'
  | 'platform_fee'
  | 'swap_accounts'
  | 'lookup_table'
  | 'spends_more'
  | 'brings_less'
  | 'touches_others'
  | 'rent'

export const UNSAFE_ROUTES: Record<UnsafeRoute, string> = {
  other_mints: 'it is about other tokens than those asked for.',
  other_amount: 'it is about another amount than the one asked for.',
  other_slippage: 'it has another slippage limit than the one asked for.',
  low_threshold: 'it guarantees less than the slippage limit allows.',
  foreign_signer: 'it needs a signature of somebody else.',
  foreign_program: 'it calls a program that swaps do not need.',
  setup: 'it prepares more than the accounts of the swap.',
  cleanup: "it closes something other than the wallet's own wrapped SOL.",
  tip: 'it pays a tip.',
  unknown_swap: 'its swap is of a kind that is not known here.',
  swap_amount: 'its swap is about other amounts than it says.',
  swap_slippage: 'its swap has another slippage limit than it says.',
  platform_fee: 'its swap takes a fee for somebody else.',
  swap_accounts: "its swap does not use the wallet's own accounts.",
  lookup_table: 'one of its address tables is not on the chain as it says.',
  spends_more: 'simulated, it spends more than was agreed.',
  brings_less: 'simulated, it brings less than was agreed.',
  touches_others: 'simulated, it changes other accounts of the wallet or who may use them.',
  rent: 'simulated, it opens accounts that lock up more SOL than was set aside for it.',
}
