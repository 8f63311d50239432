import { Table, Text } from '@mantine/core'
import '@mantine/core/styles/Table.css'
import type { PortfolioSummary, PortfolioWindow, WindowName } from '@purser/contract/balances/portfolio.ts'
import { memo, type ReactNode } from 'react'
import { directionOf, centWords } from '#ui/formats/amount-words.ts'
import { dateText } from '#ui/dates/date-text.ts'
import css from './portfolio-figures.module.css'

const NAMES: Record<WindowName, string> = { today: 'Today', '7d': '7 days', '30d': '30 days' }
const ORDER: WindowName[] = ['today', '7d', '30d']

/** When the window would begin, in ms; it begins later if the records do. */
const SPANS: Record<Exclude<WindowName, 'today'>, number> = { '7d': 7, '30d': 30 }
const DAY_MS = 86_400_000
/** Points are at most an hour apart. */
const TOLERANCE_MS = 2 * 3_600_000

/** The beginning of the records, if that is later than the name of the window says. */
function lateStart({ name, from }: Pick<PortfolioWindow, 'name' | 'from'>, at: string): string | null {
  if (name === 'today') return null
  const begins = Date.parse(at) - SPANS[name] * DAY_MS
  return Date.parse(from) > begins + TOLERANCE_MS ? `· data since ${dateText(from, 'day')}` : null
}

/** Never shown by its colour alone. */
export function Gain({ value }: { value: number | string }) {
  const text = centWords(value, true)
  const direction = text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : 'even'
  const mark = direction === 'up' ? '▲ ' : direction === 'down' ? '▼ ' : ''
  return (
    <span className={`num ${direction === 'up' ? css.up : direction === 'down' ? css.down : ''}`}>
      <span aria-hidden="true">{mark}</span>
      {text}
    </span>
  )
}

/** Profit of all wallets in each window, with deposits and withdrawals. */
export const ProfitFigures = memo(function ProfitFigures({ summary }: { summary: PortfolioSummary }) {
  return (
    <dl className={css.windows} aria-label="Profit">
      {ORDER.map((name) => {
        const window = summary.windows.find((one) => one.name === name)
        const late = window && summary.at ? lateStart(window, summary.at) : null
        return (
          <div key={name} className={css.window} data-testid={`profit-${name}`}>
            <dt>
              {NAMES[name]}
              {late !== null && <span className={css.late}> {late}</span>}
            </dt>
            <dd>{window ? <Gain value={window.profit_usd} /> : '-'}</dd>
            {/* Its line is there from the beginning: the content below does not move on the first day. */}
            <dd className={css.flows}>{window ? flowWords(window) : 'Recording starts now'}</dd>
          </div>
        )
      })}
    </dl>
  )
})

/** '+$500.00 in, $20.00 out'; deposits are no profit. */
function flowWords({ deposited_usd, withdrawn_usd }: PortfolioWindow): string {
  const parts = [
    ...(directionOf(deposited_usd) === 'even' ? [] : [`${centWords(deposited_usd)} deposited`]),
    ...(directionOf(withdrawn_usd) === 'even' ? [] : [`${centWords(withdrawn_usd)} withdrawn`]),
  ]
  return parts.length === 0 ? 'nothing deposited or withdrawn' : parts.join(', ')
}

type Line = {
  id: string
  name: ReactNode
  value: number | string | null
  windows: Pick<PortfolioWindow, 'name' | 'profit_usd'>[]
}

function ProfitTable({ label, valueName, lines }: { label: string; valueName: string; lines: Line[] }) {
  return (
    <div className={css.scroll}>
      <Table aria-label={label} verticalSpacing={4} className={css.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{label}</Table.Th>
            <Table.Th className={css.right ?? ''}>{valueName}</Table.Th>
            {ORDER.map((name) => (
              <Table.Th key={name} className={css.right ?? ''}>
                {NAMES[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ id, name, value, windows }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" className={css.name ?? ''}>
                {name}
              </Table.Th>
              <Table.Td data-label={valueName} className={css.right ?? ''}>
                <span className="num">{value === null ? '-' : centWords(value)}</span>
              </Table.Td>
              {ORDER.map((window) => {
                const found = windows.find((one) => one.name === window)
                return (
                  <Table.Td key={window} data-label={NAMES[window]} className={css.right ?? ''}>
                    {found ? <Gain value={found.profit_usd} /> : '-'}
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

export const GroupProfits = ({ groups }: { groups: PortfolioSummary['groups'] }) =>
  groups.length === 0 ? (
    <Empty text="Groups of wallets are listed here, each with its value and profit." />
  ) : (
    <ProfitTable
      label="Group"
      valueName="Value"
      lines={groups.map(({ id, name, color, total_usd, windows }) => ({
        id: String(id),
        name: (
          <>
            <span className={css.dot} style={{ background: color }} aria-hidden="true" />
            {name}
          </>
        ),
        value: total_usd,
        windows,
      }))}
    />
  )

export const AgentProfits = ({ agents }: { agents: PortfolioSummary['agents'] }) =>
  agents.length === 0 ? (
    <Empty text="Agents are listed here, each with what its strategies hold and made." />
  ) : (
    <ProfitTable
      label="Agent"
      valueName="Holds"
      lines={agents.map(({ id, name, held_usd, windows }) => ({
        id: String(id),
        name,
        value: held_usd,
        windows,
      }))}
    />
  )

export const Empty = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" py="sm">
    {text}
  </Text>
)
