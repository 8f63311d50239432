import type { ParityCause, ParityKind } from '@purser/contract/strategies/parity.ts'

export const KIND_WORDS: Record<ParityKind, string> = {
  only_live: 'Live only',
  only_replay: 'Replay only',
  time: 'Different time',
  side: 'Different side',
  amount: 'Different amount',
  fill: 'Different fill',
  price: 'Different price',
  holdings: 'Different holdings',
  record: 'Record',
}

export const CAUSE_WORDS: Record<ParityCause, string> = {
  between_looks: 'Between two polls',
  slow_desk: 'Slow desk',
  paused: 'Paused',
  stopped: 'Stopped',
  not_running: 'Desk not running',
  funds: 'Insufficient funds',
  failed: 'Order failed',
  slippage: 'Slippage',
  other_movements: 'Other movements',
  two_sources: 'Two price sources',
  late_candles: 'Late candles',
  unexplained: 'Unexplained',
}
