import type { ParityCause, ParityKind } from '@purser/contract/strategies/parity.ts'

export const KIND_WORDS: Record<ParityKind, string> = {
  only_live: 'Live only',
  only_replay: 'Replay only',
  time: 'Other time',
  side: 'Other side',
  amount: 'Other amount',
  fill: 'Other fill',
  price: 'Other price',
  holdings: 'Other holdings',
  record: 'Record',
}

export const CAUSE_WORDS: Record<ParityCause, string> = {
  between_looks: 'Between two polls',
  slow_desk: 'Slow desk',
  paused: 'Paused',
  stopped: 'Stopped',
  not_running: 'Desk not running',
  funds: 'Lack of funds',
  failed: 'Order failed',
  slippage: 'Slippage',
  other_movements: 'Other movements',
  two_sources: 'Two sources of prices',
  late_candles: 'Late candles',
  unexplained: 'Unexplained',
}

export const percentWords = (value: number | null): string =>
  value === null ? 'n/a' : `${value > 0 ? '+' : ''}${value.toFixed(2)}%`
