import { ask } from '../outcome.ts'

export const missing = {
  target: () =>
    ask(
      'percent',
      'How many percent should the token be of token and quote together? It is more than 0 and less than 100.',
    ),
  sum: () => ask('percent', 'How many percent should the token be? The shares do not add up to 100 %.'),
}
