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
  from: 'Which wallets or group should it be gathered from?',
  fromOne: 'Which wallet should it come from? Name it with "from".',
  notYours: 'It can only come from your own wallets.',
  none: (wallet: string, symbol: string) => `${wallet} holds no ${symbol}.`,
  to: 'Which wallet, group or address should it go to?',
  noWallets: "You don't have any wallets yet. Would you like me to generate one for you?",
  eachOrTotal: (amount: string, count: number) =>
    `Is that for each of the ${count} wallets, or in total? Write "${amount} each" or "${amount} in total".`,
  fromEach: (amount: string) =>
    `A gather takes the same amount from each wallet: write "${amount} each", or "all".`,
  oneSide: 'One transfer cannot go from many wallets to many: name one source or one destination.',
  oneOutside: 'Only one address outside your wallets at a time: name it alone, with the wallet to send from.',
  sameWallet: (name: string) => `${name} is both the source and the destination.`,
  empty: (label: string) => `There are no wallets in ${label}.`,
  tooMany: (limit: number) => `One transfer can reach at most ${limit.toLocaleString('en')} wallets.`,
  howMuchOfSol: 'How much SOL should be distributed? The source pays the fees, so write an amount.',
} as const
