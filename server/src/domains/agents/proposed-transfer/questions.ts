/** Questions for a transfer that was read and cannot be prepared yet. */
export const questions = {
  amount: (symbol: string) =>
    `How much ${symbol} should be moved? Write an amount, such as "0.5 ${symbol}", or "all".`,
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
