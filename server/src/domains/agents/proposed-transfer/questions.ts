/** What is asked where a transfer is not understood whole. */
const quoted = (text: string) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 120)}"`

const NOTHING = 'Nothing has been prepared.'
export const questions = {
  amount: (symbol: string) =>
    `How much ${symbol} should be moved? Write the amount in figures of ${symbol}, such as "0.5 ${symbol}", or "all".`,
  place: ({ unclear, name }: { unclear: 'none' | 'wallet-or-group' | 'several'; name: string }) => {
    if (unclear === 'wallet-or-group')
      return `Which one is ${quoted(name)}? A wallet and a group have that name; write "the wallet ${name}" or "the group ${name}".`
    if (unclear === 'several')
      return `Which one is ${quoted(name)}? Several have that name; give the address of the wallet instead.`
    return `Which wallet or group is ${quoted(name)}? You have none of that name, and it is not an address. An agent only trades within your own wallets, so nothing has been prepared.`
  },
  leftOver: (rest: string) =>
    `What does ${quoted(rest)} mean here? One transfer at a time can be prepared, to be confirmed by you: what, from which wallet, and to which wallet, group or address. ${NOTHING}`,
  from: 'From which wallets or which group should it be gathered?',
  fromOne: 'From which wallet should it go? Name it with "from".',
  notYours: 'It can only come from your own wallets.',
  none: (wallet: string, symbol: string) => `${wallet} holds no ${symbol}.`,
  to: 'To which wallet, group or address should it go?',
  noWallets: "You don't have any wallets yet. Would you like me to generate one for you?",
  eachOrTotal: (amount: string, count: number) =>
    `Is that for each of the ${count} wallets, or in total? Write "${amount} each" or "${amount} in total".`,
  fromEach: (amount: string) => `A gather takes the same from each wallet: write "${amount} each", or "all".`,
  oneSide: 'From many wallets to many is not one transfer: name one source, or one destination.',
  oneOutside:
    'Only one address outside your wallets at a time: name it alone, with the wallet that it is sent from.',
  sameWallet: (name: string) => `${name} is both where it comes from and where it goes.`,
  empty: (label: string) => `There are no wallets in ${label}.`,
  tooMany: (limit: number) => `One transfer reaches at most ${limit.toLocaleString('en')} wallets.`,
  howMuchOfSol: 'How much SOL should be distributed? The source pays the fees, so write an amount.',
} as const
