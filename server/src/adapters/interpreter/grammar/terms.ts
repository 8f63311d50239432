/** What a text says of limits, exits and prices, beside what is traded and how often. */
import type { Interpretation } from '../../../ports/interpreter.ts'
import type { AmountFact } from './sides.ts'

/** Percent against the entry, or a price from which the percent follows once the entry is known. */
export type Level = { percent: string } | { price: string }
/** A price at which something happens: in dollars, or in percent against today's ('-10'). */
export type Point = { price: string } | { relative: string }

export type Terms = {
  stop?: Level
  take?: Level
  trail?: string
  timeLimit?: number
  drawdown?: string
  dailyLoss?: AmountFact
  maxSpend?: AmountFact
  cooldown?: number
  onStop?: 'keep' | 'sell'
  /** 'protect my position': what is held is guarded. */
  protect: boolean
  trigger?: Point
  expires?: number
  /** Orders that the total is divided into, or the seconds between them. */
  slices?: number
  sliceSeconds?: number
  divided: boolean
  assumptions: string[]
  /** Said twice in two ways, or out of what a plan can hold. */
  reply?: Interpretation
}

export const noTerms = (): Terms => ({ protect: false, divided: false, assumptions: [] })

/** Whether any exit is named that belongs to a position. */
export const hasExit = (t: Terms): boolean =>
  t.stop !== undefined || t.take !== undefined || t.trail !== undefined || t.timeLimit !== undefined
