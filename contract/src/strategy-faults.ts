/** Rows of the table of errors: what a strategy cannot do in its state. */
import { type CannotContinue, cannotContinueText } from './restart-texts.ts'

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
    sentence: 'Everything was stopped while this was being started. Start it again if you still want it.',
  },
  not_held_back: {
    status: 409,
    sentence: 'No sale of this strategy is held back any more.',
  },
  nothing_to_continue: {
    status: 409,
    sentence: (why: CannotContinue) => `There is nothing to continue: ${cannotContinueText(why)}`,
  },
  no_record: {
    status: 409,
    sentence: (c: StrategyFaults['no_record']) =>
      c.missing === 'steps'
        ? `The run has more than ${c.most?.toLocaleString('en')} steps, which are too many to go through.`
        : c.missing === 'prices'
          ? 'The market no longer has the price history of that time.'
          : 'The steps of this run were not kept from its beginning.',
  },
}
