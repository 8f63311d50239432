import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { WhitelistStats } from '@purser/contract/tokens/whitelist.ts'
import { useWhitelistStats } from './use-whitelist.ts'
import css from './whitelist.module.css'

const CARDS: [title: string, of: keyof WhitelistStats][] = [
  ['Total Entries', 'total_entries'],
  ['Unique Wallets', 'unique_wallets'],
  ['Unique Tokens', 'unique_mints'],
]

/** A dash if the counts could not be read: the list below shows the reason. */
export function WhitelistCards() {
  const query = useWhitelistStats()
  return (
    <dl className={css.cards}>
      {CARDS.map(([title, of]) => (
        <div key={title} className={`surface ${css.stat}`}>
          <dt>{title}</dt>
          <dd className="num">
            {query.isPending ? <Skeleton h={26} w={48} /> : (query.data?.[of].toLocaleString('en') ?? '–')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
