/** Why an ended strategy cannot go on from where it ended. */
export type CannotContinue = {
  code: 'nothing_filled' | 'complete' | 'order_filled' | 'position_closed' | 'position_sold'
  /** How it ended, in words, for 'complete'. */
  ending?: string
}

const texts: Record<CannotContinue['code'], (ending?: string) => string> = {
  nothing_filled: () => 'no order has been filled yet; it can only run from the start.',
  complete: (ending) => `${ending}.`,
  order_filled: () => 'its only order is filled.',
  position_closed: () => 'its position is closed.',
  position_sold: () => 'the position it guarded is sold.',
}

export const cannotContinueText = ({ code, ending }: CannotContinue): string => texts[code](ending)
