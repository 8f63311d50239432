import { ask } from '../outcome.ts'

export const missing = {
  lengths: () =>
    ask('lengths', 'Which two lengths should the averages have? Name a fast and a slow one, such as 9/21.', [
      { label: '9 and 21', reply: '9/21' },
      { label: '50 and 200', reply: '50/200' },
    ]),
  order: () =>
    ask(
      'lengths',
      'Which two lengths should the averages have? The fast one must be shorter than the slow one.',
    ),
  backward: () =>
    ask(
      'other',
      'Which cross should it buy on? It can buy where the fast average rises above the slow one and sell where it falls below; the text says it the other way round.',
    ),
  kind: () => ask('other', 'Which kind of averages do you mean, simple or exponential? Both have the same.'),
}
