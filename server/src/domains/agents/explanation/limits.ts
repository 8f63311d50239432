/** The limits of a plan in plain words. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { limits } from '@purser/contract/strategies/limits/index.ts'
import { anyLimitWords, limitsIn } from '@purser/contract/strategies/limits/words.ts'
import { durationWords } from '../words.ts'

const amount = ({ value, unit }: { value: string | number; unit: string }): string =>
  unit === 'percent' ? `${value}% of what the wallets can spend at the start` : `${value} ${unit}`

export function limitSentences({ risk, trade_direction: side }: Plan): string[] {
  if (!risk) return []
  const isSale = side === 'sell'
  const reference = isSale ? 'the initial price' : 'its average cost'
  const words = { time: durationWords, amount, reference }
  const said = limitsIn(risk).map(([field, value]) => ({
    isEnd: limits[field].does === 'ends',
    text: anyLimitWords[field].explanation(value, words),
  }))
  const getTexts = (isEnd: boolean) => said.filter((one) => one.isEnd === isEnd).map(({ text }) => text)
  const [ends, others] = [getTexts(true), getTexts(false)]
  const then = isSale ? 'it stops selling and ends' : 'it sells what it bought and ends'
  return [
    ...(ends.length > 0 ? [`Limits: ${then} when ${ends.join(', or ')}.`] : []),
    ...others,
    'Prices and limits are in USD; the gain in SOL also depends on the price of SOL.',
  ]
}
