/** Rows of the table of errors: what a strategy cannot do in its state. */
import { type CannotContinue, cannotContinueText } from '../agents/restart-texts.ts'

export type StrategyFaults = {
  strategy_running: undefined
  strategy_not_running: { status: string }
  no_strategy: undefined
  stopped_meanwhile: undefined
  not_held_back: undefined
  nothing_to_continue: CannotContinue
  /** The missing part of a run's record: its first steps, all of them (there were more than `most`), or the prices. */
  no_record: { missing: 'beginning' | 'steps' | 'prices'; most?: number }
}

export const strategyFaults = {
  strategy_running: {
    status: 409,
    sentence: 'This agent already runs a strategy. Stop it before starting another.',
  },
  strategy_not_running: {
    status: 409,
    sentence: ({ status }: StrategyFaults['strategy_not_running']) => `The strategy is ${status}.`,
  },
  no_strategy: { status: 409, sentence: 'This agent has no strategy to act on.' },
  stopped_meanwhile: {
    status: 409,
    sentence: 'Everything was stopped while this strategy was starting. Start it again if you still want it.',
  },
  not_held_back: {
    status: 409,
    sentence: 'This strategy no longer has a sale held back.',
  },
  nothing_to_continue: {
    status: 409,
    sentence: (why: CannotContinue) => `Nothing left to continue: ${cannotContinueText(why)}`,
  },
  no_record: {
    status: 409,
    sentence: (c: StrategyFaults['no_record']) =>
      c.missing === 'steps'
        ? `The run has more than ${c.most?.toLocaleString('en')} steps, too many to replay.`
        : c.missing === 'prices'
          ? 'The market no longer has price history for that period.'
          : 'The first steps of this run were not kept.',
  },
}
