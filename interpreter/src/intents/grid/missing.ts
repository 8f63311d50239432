import { ask } from '../outcome.ts'

export const missing = {
  range: () => ask('range', 'Which price range should the grid cover? Name its lower and upper price.'),
  levels: () => ask('levels', 'How many levels should the grid have? It can have 2 to 200.'),
  spacing: () => ask('other', 'Should the levels be spaced evenly or geometrically?'),
  total: () => ask('amount', 'How much should the grid use in total? Its amount is for all levels together.'),
  empty: () =>
    ask('range', 'Which price range should the grid cover? Its upper price must be above its lower one.'),
}
