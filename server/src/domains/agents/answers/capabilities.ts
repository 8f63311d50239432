/** The abilities of an agent, in words that it understands. */

export const CAPABILITIES = [
  'I trade for you from your own wallets. Tell me in plain words what to do, for example:',
  '- "buy 0.5 SOL of BONK" or "sell half of my WIF": one order now',
  '- "buy 0.02 SOL of JUP every 4 seconds, 10 times": recurring orders (DCA), with a count, a duration, or until you stop me',
  '- "spread 10 SOL into WIF over 4 hours": a total in equal slices (TWAP)',
  '- "buy 1 SOL of WIF if it drops to $1.80": a limit order, also in percent below or above the price',
  '- "buy 2 SOL of WIF, stop loss 10%, take profit 30%", or "protect my position with a 15% trailing stop": a bracket',
  '- "grid between $0.5 and $1.5 with 10 levels using 3 SOL": a grid',
  '- "trade RSI on the 15 minute chart with 0.2 SOL a trade", or "EMA 9/21 crossover, 5m, 0.5 SOL each trade"',
  '- "keep 40% of the wallet in BONK, rebalance every 4 hours": rebalancing',
  '- add a stop loss, a max drawdown, a daily loss limit, a budget, "only below $0.00003", "with 0.5% slippage" or "sell everything when stopped"',
  '- "send 0.5 SOL from Main to Trader 3" or "distribute 1000 BONK equally to the group Traders": I fill in the form, and you check and confirm it',
  'Change the plan shown last with "make it every two hours" or "add a 10% stop loss".',
  'You can also ask for the price of a token, your balances, how your strategy is doing, how much you have made, when the next order is due, why one was skipped, or what a plan would have made last month.',
  'I show what a plan would do and whether it is feasible; nothing runs until you confirm it.',
].join('\n')

/** Messages to begin with, as buttons. */
export const EXAMPLES = [
  'buy 0.1 SOL of BONK',
  'buy 0.02 SOL of JUP every hour for a day',
  'how is my strategy doing?',
]
