import { Table } from '@mantine/core'
import '@mantine/core/styles/Table.css'
import type { PortfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { amountWords, directionOf } from '#ui/formats/amount-words.ts'
import { Empty } from './portfolio-figures.tsx'
import css from './portfolio-figures.module.css'

const amount = (value: number | string, symbol: string) =>
  directionOf(value) === 'even' ? '-' : amountWords(value, symbol)

type Committed = PortfolioSummary['committed']

/**
 * Committed funds by strategy and by wallet: reservations of operations in flight, and amounts that plans still want to
 * spend.
 */
export function CommittedFunds({ committed }: { committed: Committed }) {
  const { strategies, wallets } = committed
  if (strategies.length === 0 && wallets.length === 0)
    return <Empty text="Nothing is committed: no plan runs, and nothing is being sent." />
  return (
    <div className={css.scroll}>
      {strategies.length > 0 && <Strategies strategies={strategies} />}
      {wallets.length > 0 && <Wallets wallets={wallets} />}
    </div>
  )
}

const cell = (label: string, text: string) => (
  <Table.Td data-label={label} className={`${css.right} num`}>
    {text}
  </Table.Td>
)

function Strategies({ strategies }: Pick<Committed, 'strategies'>) {
  return (
    <Table aria-label="Committed by strategy" verticalSpacing={4} className={css.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Strategy</Table.Th>
          <Table.Th className={css.right ?? ''}>In flight</Table.Th>
          <Table.Th className={css.right ?? ''}>Still to spend</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {strategies.map(({ id, agent_name, goal, status, symbol, in_flight, planned }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row" className={css.name ?? ''}>
              {agent_name === '' ? 'Deleted agent' : agent_name}
              {status === 'paused' && ' (paused)'}
              <span className={css.goal}>{goal}</span>
            </Table.Th>
            {cell('In flight', amount(in_flight, symbol))}
            {cell('Still to spend', planned === null ? 'no end set' : amount(planned, symbol))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Wallets({ wallets }: Pick<Committed, 'wallets'>) {
  return (
    <Table aria-label="Committed by wallet" verticalSpacing={4} className={css.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Wallet</Table.Th>
          <Table.Th className={css.right ?? ''}>In flight</Table.Th>
          <Table.Th className={css.right ?? ''}>Still to spend</Table.Th>
          <Table.Th className={css.right ?? ''}>Shared with others</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {wallets.flatMap(({ id, name, funds }) =>
          funds.map(({ mint, symbol, in_flight, planned, shared }) => (
            <Table.Tr key={`${id} ${mint}`}>
              <Table.Th scope="row" className={css.name ?? ''}>
                {name}
              </Table.Th>
              {cell('In flight', amount(in_flight, symbol))}
              {cell('Still to spend', amount(planned, symbol))}
              {cell('Shared with others', amount(shared, symbol))}
            </Table.Tr>
          )),
        )}
      </Table.Tbody>
    </Table>
  )
}
