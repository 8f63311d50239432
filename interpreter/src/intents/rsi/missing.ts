import { ask } from '../outcome.ts'

const FRAMES = ['1m', '5m', '15m', '1h', '4h', '1d']
export const missing = {
  timeframe: () =>
    ask(
      'interval',
      `Which candles should it use: ${FRAMES.join(', ')}?`,
      ['15m', '1h', '1d'].map((frame) => ({ label: `${frame} candles`, reply: `${frame} candles` })),
    ),
  levels: () =>
    ask('other', 'Which levels should it buy below and sell above? The first must be below the second.'),
}
