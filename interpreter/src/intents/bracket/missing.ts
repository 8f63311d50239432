import { ask } from '../outcome.ts'

export const missing = {
  barrier: () =>
    ask(
      'percent',
      'How many percent should the stop be away? Name a stop loss, a take profit, a trailing stop or a time limit.',
      [
        { label: 'Stop loss 10%', reply: 'stop loss 10%' },
        { label: 'Trailing stop 10%', reply: 'trailing stop 10%' },
      ],
    ),
  which: () => ask('other', 'Which one do you mean? The text names a barrier more than once.'),
  wrongSide: () =>
    ask('price', 'Which price should the exit have? It is on the wrong side of the entry price.'),
}
