import { Tabs, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { AnswerCard } from '#features/agents/chat/answer-card.tsx'
import { SOL } from '#features/distributions/index.ts'
import { ChosenPanel } from '#features/distributions/selection/chosen-panel.tsx'
import { WalletGroups } from '#features/distributions/selection/wallet-groups.tsx'
import { Gain } from '#features/strategies/index.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { Timeline } from '#ui/dates/timeline.tsx'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { usdWords } from '#ui/formats/amount-words.ts'
import { Amount } from '#ui/formats/amount.tsx'
import { percentText } from '@purser/contract/market/percent-text.ts'
import { priceText } from '@purser/contract/market/price-text.ts'
import { Receipt } from '#ui/formats/receipt.tsx'
import { LetterTile } from '#ui/marks/letter-tile.tsx'
import { Sparkline } from '#ui/marks/sparkline.tsx'
import { TabList } from '#ui/tab-list.tsx'
import { answer, groups, holders, NOW, receipts, steps } from './samples.ts'
import css from './parts.module.css'

const noop = () => undefined

/** Every part in every state, one section each. */
export function Parts() {
  return (
    <main className={css.page}>
      <Title order={1} size="h3">
        Parts
      </Title>
      <Section name="Amount">
        <Rows
          rows={[
            ['In a list', <Amount key="a" value="5000" decimals={9} unit="SOL" places={4} />],
            ['Rounded half up', <Amount key="b" value="1.10058551" decimals={9} unit="SOL" places={4} />],
            ['In a text', <Amount key="c" value="4986.774625" decimals={9} unit="SOL" />],
            ['Nothing', <Amount key="d" value="0" decimals={9} unit="SOL" places={4} />],
            ['Compact', <Amount key="e" value="663507.41" decimals={5} unit="BONK" compact />],
            ['Dust', <Amount key="f" value="0.0000001" decimals={9} unit="SOL" compact />],
          ]}
        />
      </Section>
      <Section name="Price">
        <Rows
          rows={[151.239, 1.5, 0.85925208, 0.0012345, 0.00003426, 0.0000000012].map((price) => [
            String(price),
            <span key={price} className="num">
              {priceText(price)}
            </span>,
          ])}
        />
      </Section>
      <Section name="Gain and percent">
        <Rows
          rows={['12.3456', '-0.7953', '0', '0.004'].map((value) => [
            value,
            <span key={value} className="num">
              <Gain value={value} text={usdWords(value, true)} /> {percentText(Number(value))}
            </span>,
          ])}
        />
      </Section>
      <Section name="Date">
        <Rows
          rows={[
            ['Minute', <DateTime key="m" at={NOW} />],
            ['Second', <DateTime key="s" at={NOW} precision="second" />],
            ['Day', <DateTime key="d" at={NOW} precision="day" />],
            ['Another year', <DateTime key="y" at="2024-02-29T12:00:00Z" />],
          ]}
        />
      </Section>
      <Section name="Amount field">
        <div className={css.fields}>
          <AmountInput label="Empty" value="" onChange={noop} />
          <AmountInput label="Typed" value="1234.5" onChange={noop} />
          <AmountInput label="Refused" value="12" error="An amount cannot be negative." onChange={noop} />
          <AmountInput label="Off" value="0.5" disabled onChange={noop} />
        </div>
      </Section>
      <Movements />
      <Marks />
    </main>
  )
}

/** Parts that show a movement of funds. */
function Movements() {
  return (
    <>
      {receipts.map(({ name, lines }) => (
        <Section key={name} name={name}>
          <Receipt lines={lines} />
        </Section>
      ))}
      <Section name="From, empty">
        <ChosenPanel
          role="Source"
          holder={undefined}
          groups={groups}
          disabled={false}
          onChoose={noop}
          onChange={noop}
        />
      </Section>
      <Section name="To, chosen">
        <ChosenPanel
          role="Destination"
          holder={holders[0]}
          groups={groups}
          disabled={false}
          onChoose={noop}
          onChange={noop}
        />
      </Section>
      <Section name="Destinations" wide>
        <WalletGroups
          groups={groups}
          selection={{ chosen: 1, picked: new Set([2, 3]) }}
          eligible={() => true}
          inGroup={() => true}
          collects={undefined}
          lacks={() => ''}
          tokens={undefined}
          column={{
            asset: SOL,
            amounts: new Map([
              [2, '0.25'],
              [3, '1.5'],
            ]),
            onAmount: undefined,
          }}
          badge="SRC"
          disabled={false}
          onWallet={noop}
          onGroup={noop}
        />
      </Section>
    </>
  )
}

/** Answers, and the marks beside them. */
function Marks() {
  return (
    <>
      <Section name="Answer">
        <AnswerCard {...answer} />
      </Section>
      <Section name="Timeline">
        <Timeline label="Timeline" steps={steps} />
      </Section>
      <Section name="Tabs">
        <Tabs value="b">
          <TabList
            tabs={[
              ['a', 'Pending'],
              ['b', 'Approved'],
              ['c', 'Settings'],
            ]}
            open="b"
          />
        </Tabs>
      </Section>
      <Section name="Sparkline">
        <div className={css.spark}>
          <Sparkline values={[3n, 5n, 4n, 8n, 7n, 9n, 6n]} label="Rises and falls" />
          <Sparkline values={[5n, 5n, 5n]} label="Does not move" />
        </div>
      </Section>
      <Section name="Letter tile">
        <div className={css.tiles}>
          {['Treasury', 'Desk 12', 'cold store', '7'].map((name, n) => (
            <LetterTile key={name} name={name} color={n % 2 === 0 ? '#9333EA' : undefined} />
          ))}
        </div>
      </Section>
    </>
  )
}

function Section({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={`surface ${css.section}`} data-wide={wide} aria-label={name}>
      <h2 className={css.name}>{name}</h2>
      {children}
    </section>
  )
}

function Rows({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <dl className={css.rows}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
