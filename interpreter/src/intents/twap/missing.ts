import { ask } from '../outcome.ts'

export const missing = {
  duration: () =>
    ask('duration', 'How long should the orders be spread over? Name a time, such as "over 4 hours".', [
      { label: 'Over 4 hours', reply: 'over 4 hours' },
      { label: 'Over a day', reply: 'over 1 day' },
    ]),
  interval: () => ask('interval', 'How often should it order? An interval is a second or more.'),
  longer: () =>
    ask('interval', 'How often should it order? The time between two orders is longer than all of it.'),
}
