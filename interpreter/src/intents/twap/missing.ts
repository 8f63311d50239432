import { ask } from '../outcome.ts'
import { howLong } from '../questions.ts'

export const missing = {
  duration: howLong,
  interval: () => ask('interval', 'How often should it order? An interval is a second or more.'),
  disagree: () =>
    ask(
      'interval',
      'How often should it order? The pace, the number of orders and the time do not fit together.',
    ),
  longer: () =>
    ask('interval', 'How often should it order? The time between two orders is longer than all of it.'),
}
