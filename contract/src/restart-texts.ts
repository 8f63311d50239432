/** Why an ended strategy cannot go on from where it ended. */
export type CannotContinue = {
  code: 'nothing_filled' | 'complete' | 'order_filled' | 'position_closed' | 'position_sold'
  /** How it ended, in words, for 'complete'. */
  ending?: string
}

const texts: Record<CannotContinue['code'], (ending?: string) => string> = {
  nothing_filled: () => 'It has filled no order yet; it can only begin from the start.',
  complete: (ending) => `It is complete: ${ending}.`,
  order_filled: () => 'Its one order is filled.',
  position_closed: () => 'Its position is closed.',
  position_sold: () => 'What it guarded is sold.',
}

export const cannotContinueText = ({ code, ending }: CannotContinue): string => texts[code](ending)
