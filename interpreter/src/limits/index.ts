/** The readings of all limits. A new one is a file with its words and a line here. */
import type { WordTable } from '../text/word-table.ts'
import { cooldown } from './cooldown.ts'
import { dailyLoss } from './daily-loss.ts'
import type { LimitReading } from './limit.ts'
import { maxDrawdown } from './max-drawdown.ts'
import { maxSpend } from './max-spend.ts'
import { stopLoss } from './stop-loss.ts'
import { takeProfit } from './take-profit.ts'

/** A model's plan is asked about lost limits in this order. */
export const limitReadings: LimitReading[] = [
  stopLoss, //
  takeProfit,
  maxDrawdown,
  dailyLoss,
  cooldown,
  maxSpend,
]

export const ownReadings = limitReadings.flatMap(({ field, own }) => (own ? [{ field, ...own }] : []))
export const limitWords: WordTable = Object.assign({}, ...ownReadings.map(({ words }) => words)) as WordTable
