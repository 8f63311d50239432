import { Button, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { PortfolioPoint } from '@purser/contract/balances/balances.ts'
import {
  formatBalance,
  groupThousands,
  parseUnitsDown,
  SOL_DECIMALS,
  USD_DECIMALS,
} from '@purser/contract/money.ts'
import { IconChevronDown, IconChevronUp, IconRefresh } from '@tabler/icons-react'
import { useMemo } from 'react'
import { BusyIcon } from '#ui/buttons/busy-button.tsx'
import { centWords } from '#ui/formats/amount-words.ts'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { Sparkline } from '#ui/marks/sparkline.tsx'
import { StaleNote } from '#ui/states/stale-note.tsx'
import type { Total } from '../holding.ts'
import { usdText } from '../usd.ts'
import { Gain } from './portfolio-figures.tsx'
import type { RecordedMoment } from './use-portfolio.ts'
import css from './portfolio-strip.module.css'

type Props = {
  total: Total
  wallets: number | undefined
  failed: boolean
  /** Value and profit of the time of the other figures; undefined while they cannot be shown. */
  recorded: RecordedMoment | undefined
  /** The values of the last 24 hours. */
  points: PortfolioPoint[] | undefined
  isOpen: boolean
  onOpen: (open: boolean) => void
  busy: boolean
  onRefresh: () => void
}

/** Balance, value and today's profit of the shown wallets in one line, whose height never changes. */
export function PortfolioStrip(props: Props) {
  const { total, wallets, failed, recorded, points, isOpen, onOpen, busy, onRefresh } = props
  const label = isOpen ? 'Hide portfolio' : 'Show portfolio'
  return (
    <div className={css.strip}>
      <div className={css.now}>
        <div className={css.cell}>
          <span className={css.label}>Balance</span>
          <span className={css.sol} data-testid="portfolio-sol">
            <Sol {...{ total, wallets, failed, recorded }} />
          </span>
        </div>
        <div className={css.cell}>
          <span className={css.label}>Value</span>
          <span className={css.usd} data-testid="portfolio-usd" title="SOL and tokens at market prices">
            <Usd {...{ total, wallets, failed, recorded }} />
          </span>
        </div>
      </div>
      <Note total={total} wallets={wallets} recorded={recorded} />
      <div className={css.spark}>{points && <DayLine points={points} />}</div>
      <BusyIcon
        variant="subtle"
        color="gray"
        aria-label="Refresh balances"
        title="Refresh balances"
        busy={busy}
        loader
        onClick={onRefresh}
      >
        <IconRefresh size={16} />
      </BusyIcon>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={label}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <span className={css.toggleText}>{label}</span>
        {isOpen ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
      </Button>
    </div>
  )
}

type FigureProps = Pick<Props, 'total' | 'wallets' | 'failed' | 'recorded'>

const NOTHING = '—'

/** Nothing is known yet: that is not zero. */
const isUnknown = (known: number, wallets: number) => known === 0 && wallets > 0

function Sol({ total: { sol, known }, wallets, failed, recorded }: FigureProps) {
  if (wallets === undefined) return failed ? NOTHING : <Skeleton h={18} w={120} my={4} />
  if (isUnknown(known, wallets)) return NOTHING
  return (
    <>
      {known < wallets && <span className={css.atLeast}>at least </span>}
      {groupThousands(formatBalance(recorded?.sol ?? sol, SOL_DECIMALS))} SOL
    </>
  )
}

function Usd({ total, wallets, failed, recorded }: FigureProps) {
  const { usd, priced, known, loading, staleAt } = total
  if (wallets === undefined) return failed ? NOTHING : <Skeleton h={14} w={84} my={3} />
  // Prices are not cached.
  const isCached = staleAt !== undefined || loading > 0
  if (isUnknown(known, wallets) || (isCached && usd === 0n && !priced)) return NOTHING
  if (priced && known >= wallets) return recorded === undefined ? usdText(usd) : centWords(recorded.usd)
  return usd > 0n || priced ? `at least ${usdText(usd)}` : 'No price known'
}

/** The reason why figures are old or incomplete, else the profit of today, which is of the same time as the value. */
function Note({ total: { known, loading, staleAt }, wallets, recorded }: Omit<FigureProps, 'failed'>) {
  if (wallets === undefined) return <div className={css.note} />
  const loaded = known - loading
  if (staleAt !== undefined || loaded < wallets)
    return (
      <div className={css.note}>
        {staleAt !== undefined && <StaleNote at={staleAt} />}
        {(staleAt === undefined || known < wallets) && (
          <Text size="xs" c="dimmed" role="status" className="num">
            {loaded.toLocaleString('en')} of {wallets.toLocaleString('en')} balances loaded
          </Text>
        )}
      </div>
    )
  return (
    <div className={css.note}>
      {recorded?.today !== undefined && (
        <div className={css.cell} data-testid="profit-now">
          <span className={css.label}>
            Today · <TimeAgo at={recorded.at} />
          </span>
          <Gain value={recorded.today} />
        </div>
      )}
    </div>
  )
}

function DayLine({ points }: { points: PortfolioPoint[] }) {
  const values = useMemo(
    () =>
      points.flatMap(({ total_usd }) =>
        total_usd === null ? [] : [parseUnitsDown(total_usd, USD_DECIMALS)],
      ),
    [points],
  )
  const [first, last] = [values[0], values.at(-1)]
  if (first === undefined || last === undefined) return null
  return <Sparkline values={values} label={`Last 24 h: from ${usdText(first)} to ${usdText(last)}`} />
}
