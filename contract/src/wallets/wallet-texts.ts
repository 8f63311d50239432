/** Texts about wallets that exist already, or are needed. */

/** Why a wallet cannot be deleted now. */
export const walletNeeded = {
  strategy: 'A running strategy trades with this wallet. Stop the strategy before deleting the wallet.',
  top_ups:
    'Automatic top-ups are paid from this wallet. Choose another funding wallet, or switch auto distribution off, before deleting it.',
  trading_bot:
    'The trading bot of a group trades with this wallet. Stop the bot or remove the wallet from the group before deleting it.',
  payments:
    'This wallet collects payments. Wait until none is pending or awaiting distribution before deleting it.',
  transfer: 'Funds of this wallet are in transit. Wait until the transfers have ended before deleting it.',
} as const
export type WalletNeed = { code: keyof typeof walletNeeded }

/** Shown for a key that is imported again; `name`: the wallet's name. */
export const alreadyInList = (name: string): string => `This wallet is already in your list as ${name}.`
