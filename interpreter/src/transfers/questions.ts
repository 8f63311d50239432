/** Questions for a transfer that is not fully understood. */
const quoted = (text: string) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 120)}"`

const NOTHING = 'Nothing has been prepared.'
export const questions = {
  amount: (symbol: string) =>
    `How much ${symbol} should be moved? Write an amount, such as "0.5 ${symbol}", or "all".`,
  place: ({ unclear, name }: { unclear: 'none' | 'wallet-or-group' | 'several'; name: string }) => {
    if (unclear === 'wallet-or-group')
      return `Which one is ${quoted(name)}? A wallet and a group share that name; write "the wallet ${name}" or "the group ${name}".`
    if (unclear === 'several')
      return `Which one is ${quoted(name)}? Several wallets have that name; give the wallet's address instead.`
    return `Which wallet or group is ${quoted(name)}? You have none with that name, and it is not an address. An agent only trades within your own wallets, so nothing has been prepared.`
  },
  leftOver: (rest: string) =>
    `What does ${quoted(rest)} mean here? I can prepare one transfer at a time for you to confirm: what, from which wallet, and to which wallet, group or address. ${NOTHING}`,
} as const
