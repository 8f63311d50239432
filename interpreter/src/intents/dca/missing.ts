import { ask } from '../outcome.ts'

export const missing = {
  interval: () =>
    ask(
      'interval',
      'How often should it order? Name a time between two orders of a second or more, such as "every hour".',
      [
        { label: 'Every hour', reply: 'every hour' },
        { label: 'Every day', reply: 'every day' },
      ],
    ),
  count: () => ask('other', 'How many orders should it place? It is at least 1.'),
}
