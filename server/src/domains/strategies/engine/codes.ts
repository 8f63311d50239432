/** Codes for the outcomes of orders and strategies. Stored: none changes its meaning. */
import type { LimitExit, LimitSkipCode } from '@purser/contract/strategies/limits/index.ts'

export type Side = 'buy' | 'sell'
export type Ended = 'completed' | 'failed' | 'stopped'

/** Why everything held is sold: a risk limit, a barrier of a bracket, or the user's stop. */
export type ExitName = LimitExit | 'trailing stop' | 'time limit' | 'stop'

/**
 * Why an order failed. 'funds': no wallet can pay for it. 'price', 'late': the limits of its decision forbid it.
 * 'market': no quote. 'limit': the limits of real money. 'worth': a sale that is held back. 'size': its amount cannot
 * be placed at all. 'lost': its details are gone. 'chain': anything else.
 */
export type FailureCode =
  | 'funds'
  | 'price'
  | 'late'
  | 'market'
  | 'limit'
  | 'worth'
  | 'size'
  | 'lost'
  | 'chain'

/** Why an order was not sent: besides its failure, a limit of the plan or a signal that requests nothing. */
export type SkipCode = FailureCode | LimitSkipCode | 'bounds' | 'held' | 'nothing-held'
