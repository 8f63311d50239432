import { ask } from '../outcome.ts'

export const missing = {
  target: () =>
    ask(
      'percent',
      'How many percent should the token be of token and quote together? It is more than 0 and less than 100.',
    ),
  /** 'Put 1 % of my wallet into JUP each day' */
  goesOrStays: (token: string, percent: number) =>
    ask(
      'other',
      `Should ${percent}% go into ${token} each time, or should ${token} be kept at ${percent}%? Write the whole of it, such as "buy ${token} with ${percent}% of my SOL every day" or "keep ${token} at ${percent}%, check every day".`,
    ),
  sum: () => ask('percent', 'How many percent should the token be? The shares do not add up to 100%.'),
}
