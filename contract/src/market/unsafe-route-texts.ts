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
  other_mints: 'it swaps tokens other than those requested.',
  other_amount: 'it swaps an amount other than the one requested.',
  other_slippage: 'it has a slippage limit other than the one requested.',
  low_threshold: 'it guarantees less than the slippage limit allows.',
  foreign_signer: 'it needs a signature from someone else.',
  foreign_program: 'it calls a program that no swap needs.',
  setup: 'it sets up more than the accounts of the swap.',
  cleanup: "it closes something other than the wallet's own wrapped SOL.",
  tip: 'it pays a tip.',
  unknown_swap: 'its swap is of a type that Purser does not recognize.',
  swap_amount: 'its swap has amounts other than stated.',
  swap_slippage: 'its swap has a slippage limit other than stated.',
  platform_fee: 'its swap pays a fee to someone else.',
  swap_accounts: "its swap does not use the wallet's own accounts.",
  lookup_table: 'one of its address tables does not match the chain.',
  spends_more: 'in simulation, it spends more than agreed.',
  brings_less: 'in simulation, it returns less than agreed.',
  touches_others: 'in simulation, it changes other accounts of the wallet or who can use them.',
  rent: 'in simulation, it opens accounts that lock up more SOL than was reserved.',
}
