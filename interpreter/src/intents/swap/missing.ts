import type { Bag } from '../../clauses/bag.ts'
import type { Trade } from '../../clauses/roles.ts'
import { type Asked, ask } from '../outcome.ts'

/** The fields that one order needs. */
export function missing(bag: Bag, trade: Trade): { asked: Asked } | undefined {
  if (bag.all('each').length > 0 && trade.amount)
    return ask('interval', 'How often should it order? Name a time between two orders, such as "every hour".')
  const [count] = bag.all('count')
  if (count && count.value.n !== '1')
    return ask('interval', 'How often should it order? Name a time between two orders, such as "every hour".')
  if (bag.has('vague') && bag.all('vague').some(({ value }) => value.code === 'interval'))
    return ask('interval', 'How often should it order? Name a time between two orders, such as "every hour".')
  const [lasts] = bag.all('duration')
  if (lasts && (lasts.value.style === 'for' || lasts.value.style === 'bare') && trade.amount)
    return ask('interval', 'How often should it order? Name a time between two orders, such as "every hour".')
  if (bag.all('endless').length > 0)
    return ask('interval', 'How often should it order? Name a time between two orders.')
  return undefined
}
