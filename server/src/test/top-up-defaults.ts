/** The settings of a user who has never set up automatic top-ups. */
export const TOP_UP_DEFAULTS = {
  enabled: false,
  funding_wallet_id: null,
  funding_wallet: null,
  top_up_amount: 0.01,
  minimum_balance: 0.009,
  include_grouped_wallets_only: true,
  daily_cap: null,
  spent_today: 0,
  updated_at: null,
}
